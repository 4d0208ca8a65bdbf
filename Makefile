# SPDX-License-Identifier: Apache-2.0
# One command each: make demo, make test, make check, make bench, make clean.
# Everything is installed into .venv; nothing outside this folder is changed but the kernel cache.

PYTHON ?= python3
TORCH ?= torch==2.13.0
PYTEST_WORKERS ?= auto

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip

.PHONY: demo test check bench clean

demo: $(VENV)/.test
	$(BIN)/python kernels/norm/rms_norm.py --mode all

test: $(VENV)/.test
	$(BIN)/python -m pytest -n $(PYTEST_WORKERS) $(PYTEST_ARGS)

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.test
	$(BIN)/python benchmarks/bench.py

clean:
	rm -rf $(VENV) build_output build dist .test_cache .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src kernels tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps make a second run fast; a change of pyproject.toml installs again.
$(VENV)/.torch:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo 'Goldtile needs Python 3.11 or newer; name one with: make PYTHON=python3.11 ...'; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet '$(TORCH)'
	@touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.torch
	$(PIP) install --quiet -e '.[test]'
	@for cxx in "$$CXX" c++ g++ clang++; do \
	    [ -n "$$cxx" ] && command -v "$$cxx" > /dev/null 2>&1 && exit 0; done; \
	    echo 'no C++ compiler found: installing one from the ziglang wheel'; \
	    $(PIP) install --quiet -e '.[compiler]'
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.test
	$(PIP) install --quiet -e '.[dev]'
	@touch $@
