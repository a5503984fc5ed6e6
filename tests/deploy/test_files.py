"""What a host is given: every file is well formed, and all agree with each other."""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from kuhstall.server.settings import PREFIX, names, read
from tests.deploy.metrics import exported
from tests.machine import patience

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
WORKFLOWS = ROOT / ".github" / "workflows"
BIN = Path(sys.executable).parent
TEMPLATE = DEPLOY / "nginx" / "nginx.conf.template"
WORDS = set(
    re.findall(r"\$\{([A-Z_]+)\}", TEMPLATE.read_text(encoding="utf-8").partition("\n\n")[2])
)
CALLS = 10  # seconds that a stopping node gives to calls that have begun: app.py

COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def manifests() -> Iterator[dict[str, Any]]:
    for file in sorted((DEPLOY / "kubernetes").glob("*.yaml")):
        if file.name != "kustomization.yaml":
            yield from yaml.safe_load_all(file.read_text(encoding="utf-8"))


MANIFESTS = {(one["kind"], one["metadata"]["name"]): one for one in manifests()}
PODS = {key: one["spec"]["template"]["spec"] for key, one in MANIFESTS.items()
        if key[0] in {"Deployment", "StatefulSet"}}  # fmt: skip


# Documents


@pytest.mark.parametrize("page", ["club", "cluster", "systemd", "metrics"])
def test_what_a_page_names_is_there(page: str) -> None:
    text = (ROOT / "docs" / "host" / f"{page}.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(?:deploy|requirements)/[\w./@-]*\w", text))
    named -= {"deploy/certificates"}
    assert named
    for path in named:
        assert (ROOT / path).exists(), path
    for link, part in re.findall(r"\]\(([\w./]+\.md)(?:#([\w-]+))?\)", text):
        if link.startswith("../reference/"):
            continue  # written by `make docs`, which stops at a link that leads nowhere
        target = ROOT / "docs" / "host" / link
        assert target.exists(), link
        headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
        slugs = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
        assert not part or part in slugs
    commands = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    works = set(re.findall(r"^### kuhstall admin (\w+)$", commands, re.MULTILINE))
    assert works >= set(re.findall(r"kuhstall admin (?:--store \S+ )?([a-z]+)", text))


def test_what_nothing_here_can_start_says_so_in_its_first_line() -> None:
    for file in (
        *sorted((DEPLOY / "kubernetes").glob("*.yaml")),
        DEPLOY / "compose.yaml",
        DEPLOY / "prometheus" / "prometheus.yml",
    ):
        assert file.read_text(encoding="utf-8").startswith("# Untested"), file.name


# Compose


def checked(file: Path, schema: str = "vendor.compose-spec") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [BIN / "check-jsonschema", "--builtin-schema", schema, file],
        capture_output=True,
        text=True,
        check=False,
    )


def test_compose_is_as_its_specification_says(tmp_path: Path) -> None:
    result = checked(DEPLOY / "compose.yaml")
    assert result.returncode == 0, result.stdout
    wrong = copy.deepcopy(COMPOSE)
    wrong["services"]["node1"]["read_onyl"] = True
    (tmp_path / "compose.yaml").write_text(yaml.safe_dump(wrong), encoding="utf-8")
    assert "read_onyl" in checked(tmp_path / "compose.yaml").stdout


def test_compose_agrees_with_itself() -> None:
    services = COMPOSE["services"]
    nginx, nodes = services["nginx"], [services["node1"], services["node2"]]
    addresses = [node["networks"]["default"]["ipv4_address"] for node in nodes]
    named = re.findall(r"server (\S+):8000 max_fails=0;", nginx["environment"]["NODES"])
    assert named == addresses
    for node in nodes:
        proxy = nginx["networks"]["default"]["ipv4_address"]
        assert node["environment"]["KUHSTALL_PROXIES"] == proxy
        patience = int(node["stop_grace_period"].removesuffix("s"))
        assert patience > int(node["environment"]["KUHSTALL_DRAIN"]) + CALLS
    assert set(nginx["environment"]) == WORDS
    assert set(re.findall(r"\$\$([A-Z_]+)", nginx["command"][0])) == WORDS


def test_what_compose_mounts_is_there() -> None:
    volumes = [
        volume for service in COMPOSE["services"].values() for volume in service.get("volumes", ())
    ]
    files = {volume.split(":")[0] for volume in volumes if volume.startswith("./")}
    assert len(files) > 4
    for file in files:
        assert (DEPLOY / file).exists(), file


def test_only_postgres_and_grafana_can_write_or_do_more_than_they_need() -> None:
    for name, service in COMPOSE["services"].items():
        if name not in {"postgres", "grafana"}:
            assert service["read_only"] is True, name
        if name not in {"postgres", "grafana", "prometheus"}:
            assert service["cap_drop"] == ["ALL"], name


# Kubernetes


@pytest.mark.parametrize("key", MANIFESTS, ids="/".join)
def test_a_manifest_is_as_kubernetes_says(key: tuple[str, str]) -> None:
    version = kubernetes_validate.latest_version()
    kubernetes_validate.validate(MANIFESTS[key], version, strict=True)
    wrong = {**MANIFESTS[key], "spce": {}}
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(wrong, version, strict=True)


def test_every_manifest_is_applied() -> None:
    folder = DEPLOY / "kubernetes"
    listed = yaml.safe_load((folder / "kustomization.yaml").read_text(encoding="utf-8"))
    files = {file.name for file in folder.glob("*.yaml")} - {"kustomization.yaml"}
    assert set(listed["resources"]) == files


def test_the_balancer_of_the_cluster_has_the_template() -> None:
    assert MANIFESTS["ConfigMap", "balancer"]["data"]["nginx.conf.template"] == TEMPLATE.read_text(
        encoding="utf-8"
    ), "run `make deploy`"
    (nginx,) = PODS["Deployment", "balancer"]["containers"]
    script = nginx["args"][0]
    given = {entry["name"] for entry in nginx["env"]} | {"NODES", "RESOLVER"}
    assert given == WORDS
    (line,) = re.findall("envsubst '(.+)'", script)
    assert set(re.findall(r"\$([A-Z_]+)", line)) == WORDS


def test_the_balancer_names_as_many_nodes_as_there_can_be() -> None:
    (nginx,) = PODS["Deployment", "balancer"]["containers"]
    (numbers,) = re.findall(r"for number in ([\d ]+);", nginx["args"][0])
    most = MANIFESTS["HorizontalPodAutoscaler", "kuhstall"]["spec"]["maxReplicas"]
    assert numbers.split() == [str(number) for number in range(most)]
    nodes = MANIFESTS["StatefulSet", "kuhstall"]
    (name,) = re.findall(r"server (\S+?)\$number\.(\S+?)\.(\S+?)\.svc", nginx["args"][0])
    meta = nodes["metadata"]
    assert name == (f"{meta['name']}-", nodes["spec"]["serviceName"], meta["namespace"])


def test_a_pod_has_the_time_to_drain() -> None:
    pod = PODS["StatefulSet", "kuhstall"]
    (node,) = pod["containers"]
    _, waits = node["lifecycle"]["preStop"]["exec"]["command"]
    (drain,) = (one["value"] for one in node["env"] if one["name"] == "KUHSTALL_DRAIN")
    assert pod["terminationGracePeriodSeconds"] > int(waits) + int(drain) + CALLS
    probes = {name: node[f"{name}Probe"]["httpGet"]["path"] for name in ("liveness", "readiness")}
    assert probes == {"liveness": "/healthz", "readiness": "/readyz"}


@pytest.mark.parametrize("key", PODS, ids="/".join)
def test_a_pod_may_do_nothing_that_it_need_not(key: tuple[str, str]) -> None:
    pod = PODS[key]
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    for container in pod["containers"]:
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert "memory" in container["resources"]["limits"]
        assert {"readinessProbe", "livenessProbe"} <= set(container)


def test_who_has_left_for_good_is_noted_where_it_stays() -> None:
    (node,) = PODS["StatefulSet", "kuhstall"]["containers"]
    named = {entry["name"]: entry.get("value", "") for entry in node["env"]}
    (mount,) = node["volumeMounts"]
    (claim,) = MANIFESTS["StatefulSet", "kuhstall"]["spec"]["volumeClaimTemplates"]
    assert claim["metadata"]["name"] == mount["name"]
    assert Path(named["KUHSTALL_TOMBSTONES"]).parent == Path(mount["mountPath"])
    allowed = PODS["StatefulSet", "kuhstall"]["securityContext"]
    assert allowed["fsGroup"] == allowed["runAsGroup"], "it can be written"
    for name in ("node1", "node2"):
        service = COMPOSE["services"][name]
        volume, place = service["volumes"][0].split(":")
        assert volume in COMPOSE["volumes"]
        assert Path(service["environment"]["KUHSTALL_TOMBSTONES"]).parent == Path(place)
    unit = (DEPLOY / "systemd" / "kuhstall.env.example").read_text(encoding="utf-8")
    assert "\nKUHSTALL_TOMBSTONES=/var/lib/kuhstall/" in unit, "the StateDirectory of the unit"


def test_only_prometheus_reaches_the_metrics() -> None:
    (node,) = PODS["StatefulSet", "kuhstall"]["containers"]
    settings = {entry["name"]: entry.get("value", "") for entry in node["env"]}
    ports = {one["name"]: one["containerPort"] for one in node["ports"]}
    found = read({"KUHSTALL_METRICS": settings["KUHSTALL_METRICS"]}, {})
    assert found.metrics_address == ("0.0.0.0", ports["metrics"])  # noqa: S104 -- of a pod
    pods = MANIFESTS["StatefulSet", "kuhstall"]["spec"]["template"]["metadata"]
    assert pods["annotations"]["prometheus.io/port"] == str(ports["metrics"])
    service = MANIFESTS["Service", "nodes"]["spec"]["ports"]
    assert [one["port"] for one in service] == [ports["http"]]
    admitted = {
        port["port"]: [next(iter(one)) for one in rule["from"]]
        for rule in MANIFESTS["NetworkPolicy", "nodes"]["spec"]["ingress"]
        for port in rule["ports"]
    }
    assert admitted == {"http": ["podSelector"], "metrics": ["namespaceSelector"]}
    scraped = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text("utf-8"))
    (targets,) = (one["targets"] for one in scraped["scrape_configs"][0]["static_configs"])
    for name, target in zip(("node1", "node2"), targets, strict=True):
        shown = read(
            {"KUHSTALL_METRICS": COMPOSE["services"][name]["environment"]["KUHSTALL_METRICS"]}, {}
        )
        assert shown.metrics_address is not None
        assert target == f"{name}:{shown.metrics_address[1]}"
        assert "ports" not in COMPOSE["services"][name], "nothing of a node is published"
    unit = (DEPLOY / "systemd" / "kuhstall@.service").read_text(encoding="utf-8")
    assert "KUHSTALL_METRICS=127.0.0.1:1%i" in unit


def test_nodes_are_added_by_a_figure_that_they_export() -> None:
    (metric,) = MANIFESTS["HorizontalPodAutoscaler", "kuhstall"]["spec"]["metrics"]
    assert metric["pods"]["metric"]["name"] in exported()


# Settings


def environments() -> Iterator[tuple[str, Mapping[str, str]]]:
    for name in ("node1", "node2"):
        yield f"compose {name}", COMPOSE["services"][name]["environment"]
    (node,) = PODS["StatefulSet", "kuhstall"]["containers"]
    yield "kubernetes", {entry["name"]: entry.get("value", "") for entry in node["env"]}
    unit = (DEPLOY / "systemd" / "kuhstall.env.example").read_text(encoding="utf-8")
    lines = [line for line in unit.splitlines() if line and not line.startswith("#")]
    yield "systemd", dict(line.split("=", 1) for line in lines)
    docker = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    yield "docker", dict(re.findall(r"(KUHSTALL_[A-Z]+)=(\S+)", docker))


@pytest.mark.parametrize(("where", "environment"), list(environments()))
def test_settings_are_those_of_the_server(where: str, environment: Mapping[str, str]) -> None:
    known = {PREFIX + name.upper() for name in names()}
    assert set(environment) <= known, where
    read(environment, {})


# Docker and systemd


def test_the_dockerfile_has_nothing_to_complain_about(tmp_path: Path) -> None:
    def linted(file: Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [BIN / "hadolint", "--no-color", file], capture_output=True, text=True, check=False
        )

    assert linted(DEPLOY / "Dockerfile").stdout == ""
    worse = (
        (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("USER 10001:10001", "USER root")
    )
    (tmp_path / "Dockerfile").write_text(worse, encoding="utf-8")
    assert "DL3002" in linted(tmp_path / "Dockerfile").stdout


def test_what_the_image_is_made_of_is_there_and_sent_to_the_builder() -> None:
    docker = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    copied = [word for line in re.findall(r"^COPY (?!--from)(.+)$", docker, flags=re.MULTILINE)
              for word in line.split()[:-1]]  # fmt: skip
    assert len(copied) > 7
    rules = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    sent = [rule[1:] for rule in rules if rule.startswith("!")]
    left = [rule for rule in rules[2:] if rule and not rule.startswith("!")]
    for path in copied:
        assert (ROOT / path).exists(), path
        assert path.split("/")[0] in sent, path
        assert not any(fnmatch(path, rule) for rule in left), path


def test_the_image_has_the_licences_that_the_wheel_has() -> None:
    docker = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wheel, final = re.split(r"^FROM ", docker, flags=re.MULTILINE)[-2:]
    for stage in (wheel, final):
        copied = " ".join(re.findall(r"^COPY (?!--from)(.+)$", stage, flags=re.MULTILINE)).split()
        assert set(project["license-files"]) <= set(copied), "an image without its licences"


def test_the_unit_is_one_and_keeps_to_itself(tmp_path: Path) -> None:
    unit = DEPLOY / "systemd" / "kuhstall@.service"
    text = unit.read_text(encoding="utf-8")
    installed = tmp_path / "kuhstall@8001.service"
    installed.write_text(text.replace("/opt/kuhstall/bin/kuhstall serve", "/bin/true"), "utf-8")
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", installed],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [line for line in verified.stderr.splitlines() if "kuhstall" in line]
    assert complaints == []
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--json=short", unit],
        capture_output=True,
        text=True,
        check=False,
    )
    exposed = sum(float(row.get("exposure") or 0) for row in json.loads(judged.stdout))
    assert exposed < 2.0
    patience = int(re.findall(r"TimeoutStopSec=(\d+)", text)[0])
    example = (DEPLOY / "systemd" / "kuhstall.env.example").read_text(encoding="utf-8")
    assert patience > int(re.findall(r"KUHSTALL_DRAIN=(\d+)", example)[0]) + CALLS


# The search of the level hard


def test_hard_can_search_where_the_host_asks_for_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert any(need.startswith("numba") for need in project["optional-dependencies"]["train"])
    locked = {name: (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
              for name in ("main", "train")}  # fmt: skip
    assert "\nnumba==" in locked["train"]
    assert set(re.findall(r"^\S+==\S+", locked["main"], re.MULTILINE)) <= set(
        re.findall(r"^\S+==\S+", locked["train"], re.MULTILINE)
    ), "the search changes nothing else"

    docker = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert "\nARG REQUIREMENTS=main\n" in docker
    assert "--requirement requirements/${REQUIREMENTS}.txt" in docker
    (cache,) = re.findall(r"XDG_CACHE_HOME=(\S+)", docker)
    assert any(f"\nVOLUME {folder}\n" in docker for folder in map(str, Path(cache).parents))
    arguments = COMPOSE["services"]["node1"]["build"]["args"]
    assert arguments == {"REQUIREMENTS": "${REQUIREMENTS:-main}"}

    unit = (DEPLOY / "systemd" / "kuhstall@.service").read_text(encoding="utf-8")
    assert "\nMemoryDenyWriteExecute=yes\n" in unit
    more = DEPLOY / "systemd" / "kuhstall@.service.d" / "search.conf"
    settings = more.read_text(encoding="utf-8").partition("[Service]\n")[2].split("\n")
    assert "MemoryDenyWriteExecute=no" in settings
    assert {"CacheDirectory=kuhstall", "Environment=XDG_CACHE_HOME=%C/kuhstall"} < set(settings)

    for page, words in {"club": "REQUIREMENTS=train", "systemd": "requirements/train.txt"}.items():
        text = (ROOT / "docs" / "host" / f"{page}.md").read_text(encoding="utf-8")
        assert words in text
        assert "kuhstall[train]" in text


# The public workflows


@pytest.mark.parametrize(
    ("file", "schema"),
    [
        *((path, "vendor.github-workflows") for path in sorted(WORKFLOWS.glob("*.yml"))),
        (WORKFLOWS.parent / "dependabot.yml", "vendor.dependabot"),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_workflow_is_one_by_its_schema(file: Path, schema: str) -> None:
    done = checked(file, schema)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_wheel_is_installed_on_every_system_and_with_every_python() -> None:
    flow = yaml.safe_load((WORKFLOWS / "ci.yml").read_text(encoding="utf-8"))
    matrix = flow["jobs"]["install"]["strategy"]["matrix"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {one.rpartition(" ")[2] for one in project["classifiers"] if " :: 3." in one}
    assert (
        f">={min(named, key=lambda one: int(one.partition('.')[2]))}" == project["requires-python"]
    )
    assert {one["python"] for one in matrix["include"]} == named
    assert {system.partition("-")[0] for system in matrix["os"]} == {"macos", "windows"}
    assert set(flow["jobs"]["image"]["strategy"]["matrix"]["requirements"]) == {"main", "train"}


def test_a_release_goes_out_by_its_tag_without_a_token() -> None:
    flow = yaml.safe_load((WORKFLOWS / "release.yml").read_text(encoding="utf-8"))
    assert flow[True] == {"push": {"tags": ["v*"]}}
    assert flow["permissions"] == {"contents": "read"}
    jobs = flow["jobs"]
    built = [step["run"] for step in jobs["build"]["steps"] if "run" in step]
    assert built[0] == "make setup release"
    assert jobs["index"]["permissions"] == {"id-token": "write"}
    assert (jobs["index"]["needs"], jobs["page"]["needs"]) == ("build", "index")
    assert "secrets." not in (WORKFLOWS / "release.yml").read_text(encoding="utf-8")


def test_every_folder_with_an_owner_exists() -> None:
    lines = (ROOT / ".github" / "CODEOWNERS").read_text(encoding="utf-8").splitlines()
    owned = [line.split() for line in lines if not line.startswith("#")]
    assert owned[0][0] == "*"
    assert all((ROOT / place.lstrip("/")).is_dir() for place, *_ in owned[1:])
    assert all(owner.startswith("@") for _, *owners in owned for owner in owners)


def test_the_public_workflow_plays_a_game_and_the_game_ends(tmp_path: Path) -> None:
    flow = yaml.safe_load((WORKFLOWS / "ci.yml").read_text(encoding="utf-8"))
    (step,) = [step for step in flow["jobs"]["install"]["steps"] if step.get("name") == "Play"]
    assert "kuhstall play kuhhandel/2 --terminal --seed 1 " in step["run"]
    environment = {**os.environ, **step["env"], "PATH": f"{BIN}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", step["run"]],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=patience(120),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "played").read_text(encoding="utf-8").count("Your choice") > 50


def test_static_pages_are_published_by_hand_or_with_a_release_as_make_builds_them() -> None:
    flow = yaml.safe_load((WORKFLOWS / "pages.yml").read_text(encoding="utf-8"))
    # YAML reads the key `on` as a boolean.
    assert flow[True] == {"workflow_dispatch": None, "push": {"tags": ["v*"]}}
    assert flow["permissions"] == {"contents": "read"}
    build, publish = flow["jobs"]["build"], flow["jobs"]["publish"]
    assert "permissions" not in build
    assert publish["permissions"] == {"pages": "write", "id-token": "write"}
    assert publish["needs"] == "build"
    assert [step["run"] for step in build["steps"] if "run" in step] == [
        "make static docs\nmv site web/static/docs\n"
    ]
    *_, upload = build["steps"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f"$(or $(OUT),{upload['with']['path']})" in makefile
    assert f"{upload['with']['path']}/" in (ROOT / ".gitignore").read_text(encoding="utf-8")


def test_the_image_gets_the_package_for_the_browser_as_make_does() -> None:
    asked = [
        re.search(r"pip download (.+?) \\\n\s+--dest", file.read_text("utf-8"), flags=re.DOTALL)
        for file in (ROOT / "Makefile", DEPLOY / "Dockerfile")
    ]
    by_make, by_docker = (set(one[1].split()) for one in asked if one is not None)
    assert by_docker - {"--no-cache-dir"} == by_make
    assert {"--require-hashes", "--platform", "cp314"} < by_make


def test_pages_ask_for_the_node_that_the_build_needs() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    assert lock["packages"]["node_modules/vite"]["engines"]["node"].startswith("^20.19.0 ")
    for name in ("README.md", "CONTRIBUTING.md", "docs/install.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert re.search(r"\bNode 20\.19\b", text), name
        assert not re.search(r"\bNode 20(?!\.19)", text), name
