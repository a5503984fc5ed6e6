# Everything the project does by hand or in CI. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
# One more than CI has cores: half of the time tests wait, for servers, databases and clocks.
JOBS ?= 3
VENV := .venv
BIN := $(VENV)/bin

# Two stamps, so that an edit of pyproject.toml reinstalls the project but not its dependencies.
LOCKED := $(VENV)/.locked
READY := $(VENV)/.ready
WEB_READY := web/node_modules/.ready

# The client is built again when anything that it is made of is newer: a file, or the folder that one was taken from.
CLIENT := src/kuhstall/client/index.html
CLIENT_SOURCES := $(shell find web/src web/public -not -name "*.test.ts*") $(wildcard web/*.ts web/*.json) \
	web/index.html $(wildcard src/kuhstall/messages/*.json)

# What plays in the browser without a server is packed into the built client, again when a rule or its packer is newer.
OFFLINE := src/kuhstall/client/offline.json
OFFLINE_SOURCES := $(shell find $(addprefix src/kuhstall/,engine games bots messages server) -name "*.py" -o -name "*.toml") \
	$(wildcard web/offline/*)
WHEELS := web/node_modules/.cache/kuhstall-offline/wheels

.PHONY: help setup hooks lock format lint types check test thorough openspiel chaos outages failover simulate oracle drill deploy image hosting bench load growth instructions slow exploit protocol reference packages docs web static webcheck e2e days browsers offline shots motion heap pictures film previews states compare layout build notice audit release ci nightly clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## Make .venv with the locked tools and the project in it (nothing to do if the lock is unchanged)

$(LOCKED): requirements/dev.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	touch $@

$(READY): $(LOCKED) pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

hooks: $(READY) ## Install the pre-commit hooks (optional)
	$(BIN)/pre-commit install

# Extras stay in the lock: pip looks for `name[extra]` beside `name`, and takes a newer one that has no hash here.
LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-strip-extras --python-version 3.11 \
	--custom-compile-command "make lock"

lock: $(READY) ## Write requirements/*.txt anew from pyproject.toml (UPGRADE=1: with the newest versions)
	$(LOCK) $(if $(UPGRADE),--upgrade) --output-file requirements/main.txt pyproject.toml
	$(LOCK) $(if $(UPGRADE),--upgrade) --group dev --output-file requirements/dev.txt pyproject.toml
	$(LOCK) $(if $(UPGRADE),--upgrade) --extra train --output-file requirements/train.txt pyproject.toml
	$(LOCK) $(if $(UPGRADE),--upgrade) --extra openspiel --constraint requirements/dev.txt --output-file requirements/openspiel.txt pyproject.toml
	echo "hatchling>=1.25" | $(LOCK) $(if $(UPGRADE),--upgrade) --output-file requirements/build.txt -
	echo msgspec | $(LOCK) --constraint requirements/main.txt --output-file requirements/offline.txt -
	echo "pip-audit>=2.9" | $(LOCK) $(if $(UPGRADE),--upgrade) --output-file requirements/audit.txt -

format: $(READY) $(WEB_READY) ## Format the code and mend what can be mended automatically
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format
	cd web && npm run --silent format

# The folders whose functions must be easy to read: reference/complexity.py.
SIMPLE := $(addprefix src/kuhstall/,arena bots cli engine env games messages server) bench reference release web/offline

lint: $(READY) ## Code rules, format, spelling, direction of imports, complexity of functions
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/codespell
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m reference.complexity $(SIMPLE)

types: $(READY) ## Types of src and tests
	$(BIN)/mypy

check: lint types web ## Lint, types and the fast tests
	$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not slow and not thorough"

test: $(READY) web ## All tests, the long proofs included
	$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not thorough"

thorough: $(READY) web ## What takes too long for every time: the longest walks and tournaments, and games that CI leaves before their end
	$(BIN)/pytest -n $(JOBS) --dist worksteal -m thorough
	cd web && WHOLE=1 npm run --silent e2e -- access home keyboard master offline room screen

# In a folder of its own, as below for `make audit`: CI does without.
OPENSPIEL := $(VENV)/openspiel/.ready

$(OPENSPIEL): requirements/dev.txt requirements/openspiel.txt
	test -x $(VENV)/openspiel/bin/python || $(PYTHON) -m venv $(VENV)/openspiel
	$(VENV)/openspiel/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt -r requirements/openspiel.txt
	$(VENV)/openspiel/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

openspiel: $(OPENSPIEL) ## OpenSpiel's own checks of our game, twin worlds, and that PettingZoo's learners play the same
	$(VENV)/openspiel/bin/pytest -n $(JOBS) --dist worksteal tests/env/kuhhandel/in_openspiel.py

chaos: $(READY) ## Faults while games go on: kills, crashes, lost answers; and planted bugs, to be caught
	$(BIN)/python -m tests.chaos $(if $(SEED),--seed $(SEED))

outages: $(READY) ## Faults that last, while games go on: PostgreSQL away for a minute, wires silent for long
	$(BIN)/python -m tests.chaos --nightly $(if $(SEED),--seed $(SEED))

failover: $(READY) ## A primary dies under people who play: with a standby that lags, and with a synchronous one
	$(BIN)/python -m tests.failover

simulate: $(READY) ## Many lives of a simulated club, decided by seeds: SEEDS=200, or one of them again by SEED=
	$(BIN)/python -m tests.simulation --seeds $(or $(SEEDS),200) $(if $(SEED),--seed $(SEED))

oracle: $(READY) ## Whether the time of an answer tells that somebody acted unseen, or that a link exists, and that worse ways do
	$(BIN)/python -m tests.server.oracle
	$(BIN)/python -m tests.server.oracle --locked --trials 320
	$(BIN)/python -m tests.server.link_times
	$(BIN)/python -m tests.server.link_times --leaky --requests 400

drill: $(READY) web ## Restore 10,000 games from a backup, and upgrade a cluster under load and open tabs, with figures
	$(BIN)/python -m tests.deploy.restore_drill 10000
	$(BIN)/python -m tests.deploy.upgrade_drill
	cd web && npm run --silent drill

define CONFIG_MAP
# Untested: no cluster has run this file. Its form is checked by tests/deploy/test_files.py.
# Made from deploy/nginx/nginx.conf.template by `make deploy`.
apiVersion: v1
kind: ConfigMap
metadata:
  name: balancer
  namespace: kuhstall
data:
  nginx.conf.template: |
endef
export CONFIG_MAP

deploy: ## The nginx configuration as Kubernetes wants it
	(echo "$$CONFIG_MAP"; sed 's/^./    &/' deploy/nginx/nginx.conf.template) > deploy/kubernetes/balancer-config.yaml

image: ## Build deploy/Dockerfile with buildah and without a registry, start it, look inside; needs root, not part of CI
	bash deploy/image.sh

# Debian's package prometheus has promtool; kubectl needs no cluster for this.
PROMTOOL ?= promtool
KUBECTL ?= kubectl

hosting: $(READY) ## What a host is given, by the programs that read it and CI lacks: promtool and kubectl
	$(PROMTOOL) check config deploy/prometheus/prometheus.yml
	$(PROMTOOL) test rules deploy/prometheus/alerts.test.yml
	$(BIN)/python -c "from kuhstall.server.ops.metrics import Metrics; print(Metrics().text().decode(), end='')" | $(PROMTOOL) check metrics
	$(KUBECTL) kustomize deploy/kubernetes | $(BIN)/kubernetes-validate --strict -

bench: $(READY) ## Games and moves per second
	$(BIN)/kuhstall bench

load: $(READY) ## The server under load, beside a floor of the same run
	$(BIN)/kuhstall load

growth: $(READY) ## What a club costs as it grows, a line of JSON for each figure: FIGURES="sweep ids" for some of them
	$(BIN)/python -m bench.growth $(FIGURES)

instructions: $(READY) ## Instructions that the server needs for a command, without sockets and database
	$(BIN)/python -m bench.instructions

slow: $(READY) ## Days and waits of a game among people who look three times a day, simulated
	$(BIN)/python -m bench.slow

# With numba, in a folder of its own, as above for OpenSpiel. Another seed each night looks elsewhere; the same one goes on.
TRAIN := $(VENV)/train/.ready
EXPLOIT := $(or $(SEED),$(shell date +%F))

$(TRAIN): requirements/train.txt
	test -x $(VENV)/train/bin/python || $(PYTHON) -m venv $(VENV)/train
	$(VENV)/train/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/train.txt
	touch $@

exploit: $(TRAIN) ## Look for holes in the level hard, an hour of the processor for each of two ways; fails above 40 %
	PYTHONPATH=src $(VENV)/train/bin/python -m bench.kuhhandel.exploiting --folder $(VENV)/exploiters/$(EXPLOIT) --seed $(EXPLOIT) --minutes $(or $(MINUTES),60)

protocol: $(READY) ## The generated descriptions of the wire: schema, OpenAPI, TypeScript
	$(BIN)/kuhstall protocol --schema --out docs/protocol.schema.json
	$(BIN)/kuhstall protocol --openapi --out docs/openapi.json
	$(BIN)/kuhstall protocol --typescript --out web/src/protocol/types.ts

reference: $(READY) ## Pages written from the code, in docs/reference, and facts about it on other pages
	$(BIN)/python -m reference

packages: $(READY) ## Lines and files by package, long functions, files that import each other
	$(BIN)/python -m reference.packages

docs: $(READY) ## The documentation in site/, with pages written from the code, and every link checked
	$(BIN)/python -m reference.pages
	$(BIN)/codespell docs/reference
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	$(BIN)/python -m reference.links site

$(WEB_READY): web/package-lock.json
	# Not `npm ci`: a registry without the binaries of other systems leaves those out of the lock.
	cd web && npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

web: $(OFFLINE) ## Build the browser client into the package, if it is not the newest; `kuhstall serve` serves it

$(CLIENT): $(WEB_READY) $(CLIENT_SOURCES)
	cd web && npm run --silent build

# The one package that is not our own there, built for just the Python that Pyodide is.
$(WHEELS)/.ready: $(WEB_READY) $(LOCKED) requirements/offline.txt
	rm -rf $(WHEELS)
	$(BIN)/python -m pip download --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary=:all: \
		--implementation cp --python-version 3.14 --abi cp314 --platform pyemscripten_2026_0_wasm32 \
		--dest $(WHEELS) --requirement requirements/offline.txt
	touch $@

$(OFFLINE): $(CLIENT) $(WHEELS)/.ready $(OFFLINE_SOURCES)
	cd web && npm run --silent offline

static: $(READY) web ## A folder for any static web host, where one plays alone without a server: OUT=web/static
	POLICY="$$($(BIN)/python -c "from kuhstall.server.http.headers import POLICY; print(POLICY)")" \
		OUT="$(abspath $(or $(OUT),web/static))" npm --prefix web run --silent static

webcheck: $(WEB_READY) ## Types, code rules, style sheets' format and unit tests of the client
	cd web && npm run --silent check && npm run --silent test

e2e: $(READY) web ## Whole games in headless Chromium against real servers; RETRY=1 as in CI: what fails runs again, alone
	$(BIN)/python -m tests.retry

days: $(READY) web ## Slow games of every family in browsers, by four people who are never there at once: DAYS=whole to the end, GAME=master one of them
	cd web && npx vitest run --config e2e/days.config.ts

browsers: $(READY) web ## A whole game of each kind in Firefox and in WebKit, not part of CI: GAMES=master for one alone
	cd web && npm run --silent browsers -- $(if $(GAMES),wire heard $(GAMES))

offline: $(READY) web ## What offline play costs a phone: tap to first bid and decisions on a processor six times slower, memory, idle turns; Linux, as root
	cd web && npx vitest run --disable-console-intercept --config e2e/offline.config.ts

shots: $(READY) web ## Pictures of every screen on phone and desktop, in web/shots
	cd web && npm run --silent shots

motion: web ## Trace the scenes of a table on a slow phone: what moves, forced layouts, long frames
	cd web && npm run --silent motion

heap: $(READY) web ## Play for half an hour on a slow phone, and weigh what is left in its memory: MINUTES=30
	cd web && npm run --silent heap

pictures: $(READY) web ## The pictures of the documentation, in one language: LOCALE=de
	cd web && STATES=slap,rat,tile,play npm run --silent shots -- e2e/master/master.shot.ts e2e/kuhfstein/kuhfstein.shot.ts
	cd web && npm run --silent pictures

film: web ## The moving picture of the README; needs img2webp (Debian's webp)
	command -v img2webp
	cd web && npx vitest run --config e2e/film.config.ts

previews: $(READY) web ## The pictures that messengers show of links, in web/public/preview
	cd web && npx vitest run --config e2e/previews.config.ts

states: $(READY) web ## Record anew what pages hear in every state, for `make compare`
	cd web && npx vitest run --config e2e/states/record.config.ts

compare: web ## Compare pictures of every state with those of another build: BASE=<its client folder>
	cd web && BASE="$(abspath $(BASE))" npx vitest run --config e2e/states/compare.config.ts

layout: web ## Look in every recorded state, at seven sizes, by day and by night, for what is cut, covered or too small
	cd web && SIZES="phone small sideways slim tablet desktop large" THEMES="light dark" npx vitest run --config e2e/states/layout.config.ts

build: $(READY) web ## Source archive and wheel in dist/
	$(BIN)/python -m build --no-isolation

notice: $(READY) web ## Write THIRD_PARTY.md anew
	$(BIN)/python -m release --notice

# In a folder of its own: whoever develops does not need it, and CI has nobody to ask.
AUDIT := $(VENV)/audit/.ready

$(AUDIT): requirements/audit.txt
	test -x $(VENV)/audit/bin/python || $(PYTHON) -m venv $(VENV)/audit
	$(VENV)/audit/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/audit.txt
	touch $@

audit: $(AUDIT) ## Known faults of all locked packages; where advisories cannot be had it says so, and exits with an error
	$(VENV)/audit/bin/python -m release.audit

release: $(READY) $(WEB_READY) ## Build both archives twice, compare, check version and licences, write bill of materials, notes and checksums
	$(BIN)/python -m release

ci: $(READY) ## What .ci/run runs after `make setup`: the targets of .ci/budget.toml, and what each one costs
	$(BIN)/python -m tests.budget

nightly: SEEDS = 20000
nightly: export RETRY = 0
nightly: ci thorough openspiel drill failover outages simulate oracle days browsers heap exploit ## All that there is to prove, in full size

clean: ## Remove everything that can be made again
	rm -rf $(VENV) dist build site docs/reference .coverage htmlcov .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf web/node_modules web/static src/kuhstall/client
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
