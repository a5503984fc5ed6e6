#!/bin/bash
# Build the image of deploy/Dockerfile without a registry of images and without a container engine, start it, and look at it.
#
#     make image
#
# It needs root, Debian 12 and, of its packages, buildah, mmdebstrap, curl and util-linux; Node 20 or newer with npm; and what
# apt, pip and npm install from. The Dockerfile is built as it stands, but on stand-ins for the published images in its FROM
# lines: a Debian with Python, and the same with this machine's Node. So it proves the steps and the result, not those two images.
set -euo pipefail
cd "$(dirname "$0")/.."

SECONDS=0
# Storage of its own, so that no image of the machine is read or replaced; outside the checkout, where everything is checked.
WORK=${IMAGE_FOLDER:-/var/tmp/kuhstall-image}
BASE=$WORK/debian.tar  # kept for the next time
CERTIFICATES=/etc/ssl/certs/ca-certificates.crt
say() { printf '%-12s %s\n' "$1" "$2"; }
fail() { echo "make image: $1" >&2; exit 1; }

[ "$(id -u)" = 0 ] || fail "run it as root: it mounts and changes users"
for program in buildah mmdebstrap node npm curl unshare; do
    command -v "$program" > /dev/null || fail "$program is missing (apt-get install buildah mmdebstrap curl util-linux; Node 20)"
done
mkdir -p "$WORK"

buildah() { command buildah --root "$WORK/storage" --runroot "$WORK/run" "$@"; }
finish() {
    [ -z "${node:-}" ] || kill -KILL "$node" 2> /dev/null || true
    buildah rm --all > /dev/null 2>&1 || true
}
trap finish EXIT

# The names that the Dockerfile builds on
read -r client python <<< "$(sed -n 's/^FROM \([^ ]*\).*/\1/p' deploy/Dockerfile | sort -u | tr '\n' ' ')"

# A Debian with Python, under the name of the one
if [ ! -s "$BASE" ]; then
    mmdebstrap --quiet --variant=minbase --include=python3,python3-venv,python3-pip,ca-certificates bookworm "$WORK/part.tar"
    mv "$WORK/part.tar" "$BASE"
fi
debian=$(buildah from scratch)
buildah add --quiet "$debian" "$BASE" / > /dev/null
buildah run --isolation chroot "$debian" -- ln -s python3 /usr/bin/python
# Debian keeps pip from its own Python, where the build tools of the image go; the published one does not.
buildah run --isolation chroot "$debian" -- sh -c 'rm /usr/lib/python3.*/EXTERNALLY-MANAGED'
buildah commit --quiet "$debian" "$python" > /dev/null
say base "$python: Debian $(buildah run --isolation chroot "$debian" -- cat /etc/debian_version) with $(buildah run --isolation chroot "$debian" -- python --version)"

# and the same with this machine's Node, under the name of the other
buildah copy --quiet "$debian" "$(readlink -f "$(command -v node)")" /usr/bin/node > /dev/null
buildah copy --quiet "$debian" "$(npm root --global 2> /dev/null)/npm" /usr/lib/node_modules/npm > /dev/null
buildah run --isolation chroot "$debian" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm
buildah config --env "NODE_EXTRA_CA_CERTS=$CERTIFICATES" "$debian"
buildah commit --quiet --rm "$debian" "$client" > /dev/null
say base "$client: the same with Node $(node --version)"

# The Dockerfile itself. The machine's certificates, and where its pip installs from, are lent to the steps and not kept.
lent=(--volume "$CERTIFICATES:$CERTIFICATES:ro")
[ ! -e /etc/pip.conf ] || lent+=(--volume /etc/pip.conf:/etc/pip.conf:ro)
buildah bud --isolation chroot --pull-never --format docker --file deploy/Dockerfile --ignorefile deploy/Dockerfile.dockerignore \
    "${lent[@]}" --tag kuhstall . > "$WORK/build.log" 2>&1 || { tail -40 "$WORK/build.log" >&2; fail "the build failed: $WORK/build.log"; }
say built "in $SECONDS s"
say size "$(buildah images --format '{{.Size}}' localhost/kuhstall:latest), of it $(du -sm "$BASE" | cut -f1) MB Debian with Python"

# Start it as compose.yaml would: the image's own user, command and settings, a read-only root, no capabilities, no new privileges.
told() { buildah inspect --type image --format "$1" kuhstall; }
mapfile -t settings < <(told '{{range .Docker.Config.Env}}{{println .}}{{end}}' | sed '/^$/d')
mapfile -t command < <(told '{{range .Docker.Config.Entrypoint}}{{println .}}{{end}}{{range .Docker.Config.Cmd}}{{println .}}{{end}}' | sed '/^$/d')
mapfile -t health < <(told '{{range .Docker.Config.Healthcheck.Test}}{{println .}}{{end}}' | sed '/^$/d; 1{/^CMD$/d}')
user=$(told '{{.Docker.Config.User}}')
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
container=$(buildah from --pull-never kuhstall)
root=$(buildah mount "$container")

inside() {
    exec unshare --mount --propagation private bash -euc '
        root=$1 user=$2; shift 2
        mount --bind "$root" "$root"
        mount -o remount,bind,ro "$root"
        mount -t tmpfs -o "uid=${user%:*},gid=${user#*:},mode=0700" tmpfs "$root/data"
        mount -t proc proc "$root/proc"
        mount --rbind /dev "$root/dev"
        exec chroot "$root" setpriv --reuid="${user%:*}" --regid="${user#*:}" --clear-groups --bounding-set=-all \
            --inh-caps=-all --no-new-privs env --ignore-environment "$@"
    ' inside "$root" "$user" "${settings[@]}" "KUHSTALL_PORT=$port" "$@"
}

(inside "${command[@]}") > "$WORK/node.log" 2>&1 &
node=$!
site=http://127.0.0.1:$port
ask() { curl --silent --show-error --fail --max-time 10 "$@"; }
ask --retry 60 --retry-delay 1 --retry-connrefused "$site/healthz" > /dev/null 2>&1 || { cat "$WORK/node.log" >&2; fail "it does not start"; }
status() { sed -n "s/^$1:[[:space:]]*//p" "/proc/$node/status"; }
say started "${command[*]}, as user $user (uid $(status Uid | cut -f1), capabilities $(status CapEff), no new privileges $(status NoNewPrivs))"
[ "$(status Uid | cut -f1)" = "${user%:*}" ] && [ "$(status CapEff)" = 0000000000000000 ] || fail "it may do more than it should"
grep -q ' / ro,' "/proc/$node/mountinfo" || fail "its root can be written"
say root "read-only, but for /data"
for path in /healthz /readyz /; do
    say "$path" "$(ask --output /dev/null --write-out '%{http_code}, %{size_download} bytes' "$site$path")"
done
table=$(ask --header 'content-type: application/json' --data '{"name": "Anna", "bots": ["farmer", "farmer"]}' "$site/api/tables")
say table "opened and stored: ${table:0:42}…"
(inside "${health[@]}") || fail "HEALTHCHECK fails"
say health "HEALTHCHECK, run in the image by hand, succeeds"

kill -TERM "$node"
ended=0; wait "$node" || ended=$?
node=
[ "$ended" = 143 ] || fail "SIGTERM ended it with status $ended"
say stopped "by SIGTERM, after draining"
! (inside "${health[@]}") 2> /dev/null || fail "HEALTHCHECK succeeds although nothing runs"

# What it is made of, and under which conditions
packages=$root/opt/kuhstall/lib/python3.*/site-packages
for licence in $root/usr/share/doc/kuhstall/{LICENSE,THIRD_PARTY.md} $packages/kuhstall-*.dist-info/licenses/{LICENSE,THIRD_PARTY.md} \
    $packages/kuhstall/client/licenses/packages.json; do
    [ -s "$licence" ] || fail "${licence#"$root"} is missing"
    say licence "${licence#"$root"}, $(wc -l < "$licence") lines"
done
cmp "$root/usr/share/doc/kuhstall/THIRD_PARTY.md" THIRD_PARTY.md
lent=$(find "$root/etc/pip.conf" -size +0 2> /dev/null || true)
[ -z "$lent" ] || fail "the machine's pip settings stayed in the image"
say licence "$(find $packages/*.dist-info -ipath '*licen*' -type f | wc -l) files of the Python packages, $(ls "$root"/usr/share/doc/*/copyright | wc -l) of Debian"
say done "in $SECONDS s"
