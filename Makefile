# The two commands to know: `make solve` (LEVEL=8 picks another level) and `make test`.
PY := .venv/bin/python
LEVEL ?= 2
MODEL := $(wildcard src/bubbleball/model/*.py src/bubbleball/model/*/*.py)

.DELETE_ON_ERROR:
.PHONY: setup solve test check format bench studio pictures tables lock clean

setup: .venv/.installed .venv/.warm

.venv/.installed: pyproject.toml requirements.lock scripts/setup.sh
	@scripts/setup.sh
	@touch $@

# The compiled kernels are kept on disk: compile them now, not in somebody's first solve.
.venv/.warm: .venv/.installed $(MODEL)
	@$(PY) -m bubbleball.method.precompile
	@touch $@

solve: setup
	@mkdir -p out
	@$(PY) -m bubbleball solve $(LEVEL) -o out/solve.html

test: setup
	@if [ -x scripts/browser.sh ]; then scripts/browser.sh; fi
	$(PY) -m pytest -n 2

check: setup
	$(PY) -m ruff format --check
	$(PY) -m ruff check
	$(PY) -m mypy

format: setup
	$(PY) -m ruff format
	$(PY) -m ruff check --fix

bench: setup
	@$(PY) benchmarks/run.py $(if $(WRITE),--write)

studio: setup
	@$(PY) -m bubbleball studio

pictures: setup
	@$(PY) scripts/doc_pictures.py
	@$(PY) scripts/method_pictures.py
	@$(PY) scripts/learning_plots.py
	@$(PY) scripts/gallery.py

tables: setup
	@$(PY) scripts/doc_tables.py

lock:
	@scripts/lock.sh

clean:
	rm -rf .venv out .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src benchmarks scripts tests -name __pycache__ -not -path "*/node_modules/*" -prune -exec rm -rf {} +
