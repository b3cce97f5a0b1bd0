# make play   sets everything up and starts the game in your browser
# make test   sets everything up and runs every test, with the compiled and the pure engine, on every Python found
# make help   says what else there is

SHELL := /bin/bash
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venvs/main
BIN := $(VENV)/bin
PIP := -m pip --disable-pip-version-check --quiet
SOURCES := pyproject.toml setup.py tools/build_web.py $(shell find src -name '*.py' -o -name '*.toml' -o -name py.typed) \
    $(shell find web/src web/public -type f) web/index.html web/package-lock.json web/vite.config.ts

.PHONY: help play terminal chromium bench-web test test-main test-others lint lint-web format types types-web soak sweep bench bench-server strength docs site rules clean

help:
	@grep -E '^# make|^#: ' Makefile | sed 's/^#:\? *//'

#: make play          play in the browser: a server for this machine alone (PLAY="--port 9000" for another port)
play: $(VENV)/installed
	@$(BIN)/imhotep play $(PLAY)

#: make terminal      play in the terminal (PLAY="--players 3 --sides BBBBB" for another table)
terminal: $(VENV)/installed
	@$(BIN)/imhotep terminal $(PLAY)

#: make test          every test, on every Python found
test: test-others test-main

#: make test-main     the tests on one Python, with both engines
test-main: $(VENV)/installed-for-tests chromium $(VENV)/proxies
	$(BIN)/python tools/check_web.py test
	IMHOTEP_PURE=0 IMHOTEP_EXPECT=compiled $(BIN)/python -m pytest -n 2
	IMHOTEP_PURE=1 IMHOTEP_EXPECT=pure $(BIN)/python -m pytest -n 2

# Each further Python gets an environment of its own; a sample of the laws is enough there.
test-others:
	@for python in $$($(PYTHON) tools/pythons.py | tail -n +2); do \
	    tools/test_with "$$python" || exit 1; \
	done

#: make lint          ruff, mypy --strict, pyright, and whether the rules pages and the client's types are current
lint: $(VENV)/installed-for-tests lint-web
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/python tools/build_rules.py --check
	$(BIN)/python tools/build_types.py --check

#: make lint-web      the browser client: svelte-check, prettier, eslint
lint-web: $(VENV)/installed-for-tests
	$(BIN)/python tools/check_web.py lint

#: make format        ruff puts the code in order
format: $(VENV)/installed-for-tests
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

#: make docs          the documentation as a site, built anew after each change (DOCS="--open" opens the browser)
docs: $(VENV)/installed-for-tests
	$(BIN)/python -m zensical serve $(DOCS)

#: make site          only builds it, into build/site; a link that leads nowhere is an error
site: $(VENV)/installed-for-tests
	$(BIN)/python -m zensical build --strict --clean

#: make rules         writes docs/rules from the catalogue
rules: $(VENV)/installed
	$(BIN)/python tools/build_rules.py

#: make types-web     writes the web client's TypeScript types from the server's OpenAPI document
types-web: $(VENV)/installed-for-tests
	$(BIN)/python tools/build_types.py

#: make soak          the large figures: laws over very many games (takes about ten minutes)
soak: $(VENV)/installed-for-tests
	IMHOTEP_SOAK=1 IMHOTEP_PURE=0 IMHOTEP_EXPECT=compiled $(BIN)/python -m pytest -n 2

#: make sweep         every mix of sides of both games with all modules and rules, compiled and pure alike (minutes)
sweep: $(VENV)/installed-for-tests
	$(BIN)/python -m tests.support.sweep

#: make bench         speed, as JSON in benchmarks/; compares with OpenSpiel and Catanatron, which it installs
bench: $(VENV)/installed-for-bench
	$(BIN)/imhotep bench --save benchmarks/engine.json

#: make bench-server  the server under load: 1,000 people at 250 tables, SQLite and PostgreSQL (takes about ten minutes)
bench-server: $(VENV)/installed-for-tests
	$(BIN)/python tools/bench_server.py --save benchmarks/server.json

#: make bench-web     the browser client: page size, time to the first move, frame times, as JSON in benchmarks/
bench-web: $(VENV)/installed-for-tests chromium
	$(BIN)/python tools/bench_web.py --save benchmarks/web.json

#: make strength      how strong our bots are, as JSON in benchmarks/strength; takes hours, can be stopped and gone on with
strength: $(VENV)/installed
	$(BIN)/python tools/strength.py $(ARENAS)

#: make clean         removes everything that was set up
clean:
	rm -rf .venvs build src/*.egg-info web/node_modules

# The browser that tests drive. Where it can't be installed, the tests of the client fail and say so.
chromium:
	@command -v chromium chromium-browser google-chrome >/dev/null || { \
	    root=; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
	    echo "Installing Debian's Chromium, which the tests of the browser client drive."; \
	    { $$root apt-get -qq update && $$root apt-get -qq install -y --no-install-recommends chromium; } >/dev/null \
	        || echo "Chromium could not be installed: the tests of the browser client will fail."; }

# Reverse proxies, with the settings that docs/operations.md shows: unpacked, not installed, so that no service starts.
# Where they can't be had, their tests are skipped and say so.
$(VENV)/proxies: | $(VENV)/made
	@mkdir -p $@ && cd $@ && root=; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
	    { apt-get -qq download nginx caddy || { $$root apt-get -qq update && apt-get -qq download nginx caddy; }; \
	    for package in *.deb; do dpkg -x "$$package" .; done; } >/dev/null 2>&1 \
	        || echo "nginx and Caddy could not be had: their tests are skipped."

$(VENV)/made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "imhotep needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) install --upgrade pip
	touch $@

$(VENV)/installed: $(VENV)/made $(SOURCES)
	@echo "Setting up imhotep: the engine is compiled and the browser client built, which takes a minute."
	$(BIN)/python $(PIP) install --upgrade .
	@$(BIN)/imhotep --version
	touch $@

$(VENV)/installed-for-tests: $(VENV)/installed
	$(BIN)/python $(PIP) install $$($(BIN)/python tools/extra.py test lint docs)
	touch $@

$(VENV)/installed-for-bench: $(VENV)/installed
	-$(BIN)/python $(PIP) install $$($(BIN)/python tools/extra.py peers)
	touch $@
