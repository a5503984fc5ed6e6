# Everything the project does by hand or in CI. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin

# Two stamps, so that an edit of pyproject.toml reinstalls the project but not its dependencies.
LOCKED := $(VENV)/.locked
READY := $(VENV)/.ready
WEB_READY := web/node_modules/.ready

.PHONY: help setup hooks lock format lint types check test thorough chaos drill deploy bench protocol reference docs web webcheck e2e shots pictures build notice release ci clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

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

LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--custom-compile-command "make lock"

lock: $(READY) ## Write requirements/*.txt anew from pyproject.toml (UPGRADE=1: with the newest versions)
	$(LOCK) $(if $(UPGRADE),--upgrade) --output-file requirements/main.txt pyproject.toml
	$(LOCK) $(if $(UPGRADE),--upgrade) --group dev --output-file requirements/dev.txt pyproject.toml
	echo "hatchling>=1.25" | $(LOCK) $(if $(UPGRADE),--upgrade) --output-file requirements/build.txt -

format: $(READY) $(WEB_READY) ## Format the code and mend what can be mended automatically
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format
	cd web && npm run --silent format

lint: $(READY) ## Code rules, format, spelling, direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/codespell
	$(BIN)/lint-imports --no-logo

types: $(READY) ## Types of src and tests
	$(BIN)/mypy

check: lint types web ## Lint, types and the fast tests
	$(BIN)/pytest -n $(JOBS) -m "not slow"

test: $(READY) web ## All tests, the long proofs included
	$(BIN)/pytest -n $(JOBS) -m "not thorough"

thorough: $(READY) ## What takes too long for every time: the longest walks and tournaments
	$(BIN)/pytest -n $(JOBS) -m thorough

chaos: $(READY) ## Faults while games go on: kills, crashes, lost answers; and planted bugs, to be caught
	$(BIN)/python -m tests.chaos

drill: $(READY) ## Restore 10,000 games from a backup, and upgrade a cluster under load, with figures
	$(BIN)/python -m tests.deploy.restore_drill 10000
	$(BIN)/python -m tests.deploy.upgrade_drill

define CONFIG_MAP
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

bench: $(READY) ## Games and moves per second
	$(BIN)/kuhstall bench

protocol: $(READY) ## The generated descriptions of the wire: schema, OpenAPI, TypeScript
	$(BIN)/kuhstall protocol --schema --out docs/protocol.schema.json
	$(BIN)/kuhstall protocol --openapi --out docs/openapi.json
	$(BIN)/kuhstall protocol --typescript --out web/src/protocol/types.ts

reference: $(READY) ## The pages of the documentation that are written from the code
	$(BIN)/python -m reference

docs: $(READY) ## The documentation in site/, with every link checked
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

$(WEB_READY): web/package-lock.json
	# Not `npm ci`: a registry without the binaries of other systems leaves those out of the lock.
	cd web && npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

web: $(WEB_READY) ## Build the browser client into the package; `kuhstall serve` serves it
	cd web && npm run --silent build

webcheck: $(WEB_READY) ## Types, code rules, style sheets' format and unit tests of the client
	cd web && npm run --silent check && npm run --silent test

e2e: $(READY) web ## Whole games in headless Chromium against real servers
	cd web && npm run --silent e2e

shots: $(READY) web ## Pictures of every screen on phone and desktop, in web/shots
	cd web && npm run --silent shots

pictures: $(READY) web ## The pictures of the documentation
	cd web && STATES=slap,rat,tile,play npm run --silent shots -- e2e/master.shot.ts e2e/kuhfstein.shot.ts
	cd web && npm run --silent pictures

build: $(READY) web ## Source archive and wheel in dist/
	$(BIN)/python -m build --no-isolation

notice: $(READY) web ## Write THIRD_PARTY.md anew
	$(BIN)/python -m release --notice

release: $(READY) $(WEB_READY) ## Build both archives twice, compare, check version and licences, write the bill of materials
	$(BIN)/python -m release

ci: lint types docs webcheck test chaos e2e release ## What .ci/run runs after `make setup`

clean: ## Remove everything that can be made again
	rm -rf $(VENV) dist build site .coverage htmlcov .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf web/node_modules src/kuhstall/client
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
