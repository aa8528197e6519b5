# The two commands to know: `make solve` (LEVEL=8 picks another level) and `make test`.
PY := .venv/bin/python
LEVEL ?= 2
MODEL := $(wildcard src/bubbleball/model/*.py src/bubbleball/model/*/*.py src/bubbleball/game/*.py)

.DELETE_ON_ERROR:
.PHONY: setup setup-dev solve test check format bench measure reproduce studio docs pictures tables fuzz odd faults installs lock clean

# Solving needs a fraction of what the tests need, so that much is installed first, alone.
setup: .venv/.installed .venv/.precompiled
setup-dev: .venv/.installed-dev .venv/.precompiled

.venv/.installed: pyproject.toml requirements.lock scripts/setup.sh
	@scripts/setup.sh
	@touch $@

.venv/.installed-%: requirements-dev.lock .venv/.installed
	@scripts/setup.sh $*
	@touch $@

# Bytecode and compiled models are kept on disk: make them now, not in the first solve.
.venv/.precompiled: .venv/.installed $(MODEL)
	@$(PY) -m compileall -q src
	@$(PY) -m bubbleball.method.precompile
	@touch $@

solve: setup
	@mkdir -p out
	@$(PY) -m bubbleball solve $(LEVEL) -o out/solve.html

studio: setup .venv/.installed-web
	@$(PY) -m bubbleball studio

test: setup-dev
	@scripts/browser.sh
	$(PY) -m pytest -n 2

check: setup-dev
	$(PY) -m ruff format --check
	$(PY) -m ruff check
	$(PY) -m mypy

format: setup-dev
	$(PY) -m ruff format
	$(PY) -m ruff check --fix

bench: setup-dev
	@$(PY) benchmarks/run.py $(if $(WRITE),--write)

# Everything that the pages report, on the commit of the checkout: more than two hours of a core.
measure: setup-dev
	@$(PY) scripts/measure.py run $(PARTS)

reproduce: setup
	@$(PY) -m bubbleball reproduce --seeds $(or $(SEEDS),5) -o out/reproduction

# One site of README, docs/ and the notebooks in out/docs, to be read without a network.
docs: setup-dev
	@$(PY) scripts/docs_site.py

pictures: setup-dev
	@$(PY) scripts/doc_pictures.py
	@$(PY) scripts/method_pictures.py
	@$(PY) scripts/learning_plots.py
	@$(PY) scripts/gallery.py
	@$(PY) scripts/house_pictures.py

tables: setup-dev
	@$(PY) scripts/doc_tables.py
	@$(PY) scripts/api_page.py

# Damaged input for every reader, odd levels for the game, and faults of everything around the
# program; the figures go to docs/reliability.md.
fuzz: setup-dev
	@$(PY) scripts/fuzz.py --seconds $(or $(SECONDS),600)

odd: setup-dev
	@$(PY) scripts/odd_trials.py --trials $(or $(TRIALS),30000)

faults: setup-dev
	@$(PY) scripts/faults.py

# Fresh environments of every kind; the table goes to docs/installing.md.
installs: setup-dev
	@$(PY) scripts/install_table.py $(PYTHONS)

lock:
	@scripts/lock.sh

clean:
	rm -rf .venv out .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src benchmarks scripts tests -name __pycache__ -not -path "*/node_modules/*" -prune -exec rm -rf {} +
