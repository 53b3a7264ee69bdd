# Two commands: `make reproduce` and `make test`. Both set everything up first.
# The first Python from 3.11 to 3.13 that answers; override with `make PYTHON=…`.
PYTHON ?= $(shell for p in python3 python3.11 python3.12 python3.13; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null && echo $$p && break; done)
VENV ?= .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

SHELL := /bin/bash
.PHONY: reproduce results results-data notes notebooks benchmarks paper verify test setup setup-test clean

reproduce: setup results verify

results:
	$(BIN)/python -m experiments.pathfinding overwrite=true
	$(BIN)/python -m experiments.pathfinding instance.matched_degree=true label=matched_degree overwrite=true
	$(BIN)/python -m experiments.table2 dataset=synthetic overwrite=true
	$(BIN)/python -m experiments.table5 dataset=synthetic overwrite=true
	$(BIN)/python -m experiments.table16 overwrite=true
	$(BIN)/hippo-exp report

# The committed results that need real data (HIPPO_EXP_DATA) and the MiniLM encoder; see README.
results-data: setup-test
	for table in table2 table5 table6 table11 table13 grid beyond; do \
	  $(BIN)/python -m experiments.$$table dataset=musique_train encoder=minilm overwrite=true && \
	  $(BIN)/python -m experiments.$$table dataset=musique_train label=musique_train-char_ngram overwrite=true || exit 1; \
	done
	$(BIN)/python -m experiments.passage_mass dataset=musique_train encoder=minilm overwrite=true
	for name in synthetic pathfinding_easy pathfinding_medium; do \
	  $(BIN)/python -m experiments.beyond dataset=$$name encoder=minilm label=$$name-minilm overwrite=true || exit 1; \
	done
	$(BIN)/python -m experiments.table2 dataset=2wikimultihopqa rows=[bm25] overwrite=true
	$(BIN)/python -m experiments.table2 dataset=2wikimultihopqa rows=[bm25] \
	  dataset.gold_source_prefix=dataset label=2wikimultihopqa-copied_gold overwrite=true
	$(BIN)/python -m experiments.table2 dataset=2wikimultihopqa rows=[bm25] \
	  retriever.bm25.analyzer=split_possessive label=2wikimultihopqa-split_possessive overwrite=true
	for name in case_study_university case_study_biomed; do \
	  $(BIN)/python -m experiments.case_study dataset=$$name encoder=minilm overwrite=true || exit 1; \
	done
	$(BIN)/python -m experiments.paper overwrite=true
	$(BIN)/hippo-exp report

# The five questions of docs/notes.md and the path-finding benchmark; `make notes quick=true` for a look.
notes: QUICK = $(if $(filter true,$(quick)),$(1))
notes: OUT = $(if $(filter true,$(quick)),out=quick_notes)
notes: setup-test
	$(BIN)/python -m experiments.phases overwrite=true $(call QUICK,quick=true) $(OUT)
	for data in "musique_train encoder=minilm" synthetic; do \
	  $(BIN)/python -m experiments.index_watch dataset=$$data overwrite=true $(call QUICK,watch.quick=true) $(OUT) && \
	  $(BIN)/python -m experiments.maintenance dataset=$$data overwrite=true $(call QUICK,limit=20) $(OUT) || exit 1; \
	done
	$(BIN)/python -m experiments.surface_variety overwrite=true $(call QUICK,variety.quick=true) $(OUT)
	$(BIN)/python -m experiments.break_even encoder=minilm overwrite=true $(OUT)
	for data in musique_train synthetic; do \
	  $(BIN)/python -m experiments.question_classes dataset=$$data overwrite=true $(OUT) || exit 1; \
	done
	for tier in easy medium hard; do \
	  $(BIN)/python -m experiments.pathfinding_benchmark dataset=pathfinding_$$tier overwrite=true $(call QUICK,limit=20) $(OUT) || exit 1; \
	done
	$(BIN)/hippo-exp report

# Runs every notebook and stores its outputs.
notebooks: setup-test
	$(BIN)/jupyter-execute --inplace notebooks/*.ipynb

# The committed benchmarks; about an hour on an idle machine of 2 cores and 24 GB.
benchmarks: setup-test
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[bench]"
	for name in ppr ppr_batch synonymy end_to_end scale incremental beyond sweep; do \
	  $(BIN)/python -m benchmarks.$$name || exit 1; \
	done
	$(BIN)/hippo-exp report

# The paper's tables on its data sets: what can be fetched is fetched (files, weights), what can run
# runs, and the report in results/paper/ says what the rest needs.
PAPER_DATA := musique 2wikimultihopqa hotpotqa
paper: setup-test
	@$(BIN)/hippo-exp data fetch $(PAPER_DATA) 2>/dev/null || true
	@$(BIN)/hippo-exp list --weights | while read -r model revision; do \
	  $(BIN)/hf download "$$model" --revision "$$revision" >/dev/null 2>&1 || true; done
	$(BIN)/python -m experiments.paper
	$(BIN)/hippo-exp report

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
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable ".[fast,encoders,minilm,local-llm,joblib,submitit,ray,oracle,dev]"
	touch $@

# Two workers on two cores: more threads in each would wait for one another.
test: export OMP_NUM_THREADS = 1
test: export OPENBLAS_NUM_THREADS = 1
test: setup-test
	$(BIN)/ruff format --check hippo_exp experiments benchmarks tests
	$(BIN)/ruff check hippo_exp experiments benchmarks tests
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n 2 --dist loadgroup

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
