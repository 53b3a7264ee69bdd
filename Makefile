# Two commands: `make reproduce` and `make test`. Both set everything up first.
# The first Python from 3.11 to 3.13 that answers; override with `make PYTHON=…`.
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: reproduce results verify test setup setup-test clean

reproduce: setup results verify

results:
	$(BIN)/python -m experiments.pathfinding
	$(BIN)/python -m experiments.table2 dataset=synthetic
	$(BIN)/python -m experiments.table5 dataset=synthetic

verify:
	$(BIN)/hippo-exp verify

setup: $(VENV)/.core

setup-test: $(VENV)/.test

$(VENV)/.core: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "error: Python 3.11, 3.12 or 3.13 is needed: make PYTHON=/path/to/python"; exit 2; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[fast]"
	touch $@

# torch comes first and alone: its build for this machine is chosen by the version alone.
$(VENV)/.test: $(VENV)/.core
	$(BIN)/python -m pip install --quiet "torch==2.13.0"
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[fast,encoders,minilm,oracle,dev]"
	touch $@

test: setup-test
	$(BIN)/ruff format --check hippo_exp experiments benchmarks tests
	$(BIN)/ruff check hippo_exp experiments benchmarks tests
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n 2 --dist loadgroup

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
