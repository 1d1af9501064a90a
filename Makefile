# One command for each thing a person does here. `make` alone lists them.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

PY      := .venv/bin/python
PIP     := $(PY) -m pip --disable-pip-version-check -qq
STAMP   := .venv/.installed
LOCK    := requirements/dev.txt
CODE    := domain projections api replay tests $(wildcard bench)
JOBS    ?= auto
ARGS    ?=
UV      := uv==0.13.9
# A file's tests run in one process, which makes what they share once; files come in their order.
PYTEST  := $(PY) -m pytest --no-header --numprocesses $(JOBS) --dist loadfile --no-loadscope-reorder
# Tests start hundreds of processes, each of which would compile all modules again.
export PYTHONDONTWRITEBYTECODE =

# Installed means: this interpreter runs, and it was set up for this folder (a moved checkout is not).
ifneq ($(shell $(PY) -c 'print(open("$(STAMP)").read().strip())' 2>/dev/null),$(CURDIR))
.PHONY: $(STAMP)
endif

.PHONY: help setup run test check format lint types imports fix bench lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP) ## make .venv and install the pinned dependencies (PYTHON=… chooses the interpreter)
	@:

$(STAMP): pyproject.toml $(LOCK)
	@$(find-python); $(make-venv)
	@echo "installing the pinned dependencies"
	@$(PIP) install --require-hashes --requirement $(LOCK)
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@$(PIP) check >/dev/null || { $(PIP) check; exit 1; }
	@echo "$(CURDIR)" > $(STAMP)
	@echo "ready: $$($(PY) -V) in .venv"

run: setup ## serve a house in which bots play; Ctrl-C stops, the next run goes on (ARGS=… for paipu demo)
	@.venv/bin/paipu demo $(ARGS)

test: setup ## run all tests (JOBS=1 in one process, ARGS=… for pytest)
	@$(PYTEST) $(ARGS)

check: setup format lint types imports ## everything that must hold before a commit
	@$(PYTEST) $(ARGS)

format: setup
	@echo "== format";  $(PY) -m ruff format --quiet --check $(CODE) || \
	  { $(PY) -m ruff format --check $(CODE); echo "make fix formats them"; exit 1; }

lint: setup
	@echo "== ruff";    $(PY) -m ruff check --quiet $(CODE)

types: setup
	@echo "== mypy";    $(PY) -m mypy --no-error-summary

imports: setup
	@echo "== imports"; out=$$(.venv/bin/lint-imports --no-logo 2>&1) || { echo "$$out"; exit 1; }

fix: setup ## format the code and mend what ruff can mend
	@$(PY) -m ruff check --fix --quiet $(CODE) || true
	@$(PY) -m ruff format --quiet $(CODE)

bench: setup ## measure (bench/)
	@for script in bench/*.py; do echo "== $$script"; $(PY) -m "bench.$$(basename "$$script" .py)" || exit 1; done

lock: ## pin the newest allowed versions again, with hashes, for Python 3.11 and newer
	@test -x build/lock/bin/uv || { $(find-python); "$$python" -m venv build/lock; }
	@build/lock/bin/python -m pip --disable-pip-version-check -qq install '$(UV)'
	@$(compile) --group dev pyproject.toml --output-file requirements/dev.txt
	@$(compile) --constraints requirements/dev.txt pyproject.toml --output-file requirements/run.txt
	@$(compile) --constraints requirements/dev.txt --group build --output-file requirements/build.txt
	@echo "locked: requirements/run.txt, build.txt, dev.txt"

clean: ## remove .venv, caches and build products (var/ with its data stays)
	@rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	@find domain projections api replay tests bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# Addresses never reach the lock files: they depend on the machine, the pins and hashes do not.
compile = UV_CUSTOM_COMPILE_COMMAND='make lock' build/lock/bin/uv pip compile --quiet --upgrade --universal \
  --python-version 3.11 --generate-hashes --no-annotate

# Sets $$python to the first interpreter that is new enough and can make a virtual environment.
define find-python
python=; old=; bare=; \
for name in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python); do \
  "$$name" -c 'import sys' >/dev/null 2>&1 || continue; \
  "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { old="$$old $$name"; continue; }; \
  "$$name" -c 'import venv, ensurepip' 2>/dev/null || { bare="$$bare $$name"; continue; }; \
  python=$$name; break; \
done; \
if [ -z "$$python" ]; then \
  echo "No Python 3.11 or newer that can make a virtual environment was found."; \
  [ -z "$$old" ] || echo "  older than 3.11:$$old"; \
  [ -z "$$bare" ] || echo "  without venv or ensurepip:$$bare (on Debian: apt-get install python3-venv)"; \
  echo "  make setup PYTHON=/path/to/python3 names one."; exit 1; \
fi >&2
endef

# Keeps an environment that works here; makes it anew when it is absent, broken, too old or was moved.
define make-venv
if [ -e $(STAMP) ] && [ "$$(cat $(STAMP))" != "$(CURDIR)" ] \
  || ! $(PY) -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
  echo "making .venv with $$("$$python" -V)"; "$$python" -m venv --clear .venv; \
fi
endef
