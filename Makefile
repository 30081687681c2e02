# Two commands for a fresh machine with Python (3.11 or newer) and pip: `make run` and `make test`.
# README.md has the same steps for machines without make.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: run test lint check install clean

run: $(VENV)/installed
	$(BIN)/qiji warmup chess xiangqi
	$(BIN)/qiji analyse chess --position '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1' --time 3
	$(BIN)/qiji analyse xiangqi --time 3 --multipv 3

test: $(VENV)/installed-test lint check

# Measurements of time run alone, after the rest has shared both cores.
check:
	$(BIN)/python -m pytest -m 'not timed' -n 2 --dist worksteal
	$(BIN)/python -m pytest -m timed

lint:
	$(BIN)/ruff check .
	$(BIN)/mypy

install: $(VENV)/installed

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[png]'
	touch $@

$(VENV)/installed-test: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	rm -rf engine/__pycache__/kernels
