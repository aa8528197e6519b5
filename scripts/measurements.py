"""What `scripts/measure.py` measures, in order of importance, and the pages that it goes to."""

from __future__ import annotations

from dataclasses import dataclass

from results_page import PLAN

WITHOUT = (  # classes of benchmarks/ablated.py, those that change most first
    *("NoLearning", "NoGuidePath", "NoLocalRegion", "NoEventChain", "NoRobustChoice"),
    *("NoHardening", "NoRecordedStart", "NoResidual", "NoThrows", "NoCheck", "OneClass"),
)
FRESH = 9101  # a generator's seed that nothing was developed on
DETOURS = (f"generated:detour:24:{FRESH}", f"generated:lure:24:{FRESH}")
ABLATION = (
    *("classic", "expert", "unknown-physics"),
    *("structure:drag", "structure:spin", "structure:random:3"),
)
FIRST = "b86c1b4"  # version 0.1
OTHERWISE = {"relay": 9102}  # of a family that does not make enough levels with it
SAMPLE = ("--per-template", "10")
STRUCTURES = ("trestle", "tower", "causeway", "cantilever", "chock", "pinned", "rollers")
FAMILIES = {  # a part: the families of which it plays fresh levels
    "fresh-expert-1": ("trestle", "tower", "rollers", "causeway", "chock"),
    "fresh-expert-2": ("cantilever", "pinned", "grate", "relay", "bowling", "clockwork"),
    "fresh-expert-3": (
        "ambush",
        "launch",
        "rising",
        "ceiling",
        "portals",
        "gauntlet",
        "detour",
        "lure",
    ),
    "fresh-all": ("all",),
}


@dataclass(frozen=True, slots=True)
class Part:
    """One measurement.

    name: of its folder. command: the words after `python`; {folder} is its folder.
    seconds: of a processor, as estimated. alone: whether it needs the machine for itself.
    """

    name: str
    command: tuple[str, ...]
    seconds: int
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """A part of a page, and what it is made from.

    page, mark: where it goes; without a mark the command writes it.
    parts: the measurements. needed: how many of the first must be done; all by default.
    command: makes the text; {all} is the folder of all parts. Otherwise each part has made a table
    in `file`, by default what it printed, and the tables are joined.
    """

    page: str
    mark: str
    parts: tuple[str, ...]
    command: tuple[str, ...] = ()
    needed: int | None = None
    file: str = "output.md"


def bench(*words: str) -> tuple[str, ...]:
    """A benchmark in one process."""
    return ("-m", "bubbleball", "bench", *words, "--workers", "1", "-q", "-o", "{folder}")


def reproduce(table: str, seeds: int) -> tuple[str, ...]:
    """A table of the page on the paper, in one process."""
    words = ("--table", table, "--seeds", str(seeds), "--workers", "1", "-q", "-o", "{folder}")
    return ("-m", "bubbleball", "reproduce", *words)


def puzzles(game: str, *words: str, folder: str = "{folder}") -> tuple[str, ...]:
    """A benchmark of another game, whose data must be there; it continues a folder's records."""
    where = ("--workers", "1", "-o", f"{folder}/records.jsonl")
    return ("-m", "bubbleball", game, "bench", *words, *where)


def fresh(family: str) -> str:
    """Eight levels of a family, or of each of those that take turns."""
    count, seed = 144 if family == "all" else 8, OTHERWISE.get(family, FRESH)
    return f"generated:{family}:{count}:{seed}"


def without(switch: str) -> tuple[str, ...]:
    """A benchmark of the solver with one stage switched off."""
    solver = f"benchmarks/ablated.py:{switch}"
    return bench(*ABLATION, "--solver", solver, "--max-trials", "5", "--time-limit", "120")


def detours() -> tuple[str, ...]:
    """The solver, whole and with each stage switched off, on detours and lures."""
    solvers = ("hierarchical", *(f"benchmarks/ablated.py:{switch}" for switch in WITHOUT))
    each = (word for solver in solvers for word in ("--solver", solver))
    return bench(*DETOURS, *each, "--seeds", "3", "--max-trials", "5")


PHYRE = ("phyre", "phyre-constants", "phyre-two-balls", "phyre-two-balls-constants")
COST = {  # processor seconds of the benchmarks of the page of results
    "classic": 220, "workshop": 130, "expert": 220, "unknown-physics": 640, "structure-1": 430,
    "structure-2": 450, "structure-3": 370, "baselines": 95, "refine": 250, "copysearch": 220,
    "copysearch-packs": 280, "paper": 45, "paper-expert": 70, "refine-structure": 75,
    "paper-structure": 300, "copysearch-structure": 510,
}  # fmt: skip
RESULTS = {name: Part(name, bench(*planned.options), COST[name]) for name, planned in PLAN.items()}
LATE = "copysearch-structure"  # costs more than it shows
PARTS = (
    Part("vector", ("benchmarks/vector_speed.py",), 60, alone=True),
    Part("performance", ("benchmarks/run.py", "--markdown"), 300, alone=True),
    *(RESULTS[name] for name in PLAN if name != LATE),
    Part("paper-table", reproduce("paper", 20), 100),
    Part("paper-worlds", reproduce("worlds", 2), 200),
    Part("paper-one-region", reproduce("one-region", 3), 20),
    Part("paper-others", reproduce("others", 5), 30),
    Part("paper-contacts", reproduce("contacts", 1), 2),
    Part("candidates", ("benchmarks/candidates.py", FIRST, "classic", "workshop"), 140),
    Part("candidates-fresh", ("benchmarks/candidates.py", FIRST, fresh("all")), 520),
    Part("prediction", ("benchmarks/prediction.py",), 40),
    Part("learning-cost", ("benchmarks/learning.py", "cost"), 11),
    Part("learning-solved", ("benchmarks/learning.py", "solved"), 150),
    Part("learning-recovery", ("benchmarks/learning.py", "recovery"), 60),
    Part("learning-whole", ("benchmarks/whole_numbers.py",), 20),
    Part("detours", detours(), 700),
    *(Part(f"ablation-{switch}", without(switch), 230) for switch in WITHOUT[:8]),
    Part("coach", ("benchmarks/coach.py",), 110),
    Part("drop-in", ("scripts/real_game_tables.py", "-o", "{folder}/runs.jsonl"), 950),
    Part("watching", ("scripts/demonstration_table.py", "-o", "{folder}/pairs.jsonl"), 240),
    RESULTS[LATE],
    *(
        Part(
            f"structures-{kind}",
            ("benchmarks/constructions.py", kind, "--count", "100", "--seed", "1"),
            100,
        )
        for kind in STRUCTURES
    ),
    *(
        Part(name, bench(*map(fresh, families), "--max-trials", "10"), 170)
        for name, families in FAMILIES.items()
    ),
    Part("phyre-constants", puzzles("phyre", "ball", *SAMPLE, "--track", "constants"), 270),
    Part("phyre-two-balls", puzzles("phyre", "two_balls", *SAMPLE), 600),
    Part(
        "phyre-two-balls-constants",
        puzzles("phyre", "two_balls", *SAMPLE, "--track", "constants"),
        900,
    ),
    Part("interphyre", puzzles("interphyre"), 140),
    Part("phyre", puzzles("phyre", "ball"), 1300),
    Part("candidates-expert", ("benchmarks/candidates.py", FIRST, "expert"), 300),
    Part(
        "phyre-constants-all",  # beyond the sample
        puzzles("phyre", "ball", "--track", "constants", folder="{folder}/../phyre-constants"),
        2500,
    ),
    *(Part(f"ablation-{switch}", without(switch), 230) for switch in WITHOUT[8:]),
)


def _own(page: str, mark: str, *parts: str, file: str = "output.md") -> Written:
    """A part of a page that its measurements have printed."""
    return Written(page, mark, parts, file=file)


WRITTEN = (
    Written(
        "docs/results.md",
        "",
        tuple(PLAN),
        ("scripts/publish_results.py", "{all}"),
        needed=[*PLAN].index("structure-1") + 1,
    ),
    _own("docs/paper.md", "table", "paper-table", file="table.md"),
    *(
        _own("docs/paper.md", name, f"paper-{name}", file=f"{name}.md")
        for name in ("worlds", "one-region", "others", "contacts")
    ),
    Written(
        "docs/ablation.md",
        "table",
        ("classic", "expert", "unknown-physics", *(f"ablation-{switch}" for switch in WITHOUT)),
        ("benchmarks/ablation.py", "{all}"),
        needed=4,
    ),
    Written(
        *("docs/ablation.md", "detours", ("detours",)),
        ("benchmarks/ablation.py", "{all}", "--detours"),
    ),
    Written(
        *("docs/ablation.md", "first"),
        ("candidates", "candidates-fresh", "candidates-expert"),
        needed=1,
    ),
    *(
        _own("docs/learning.md", name, f"learning-{name}")
        for name in ("cost", "solved", "recovery", "whole")
    ),
    Written(
        "docs/learning.md",
        "suite",
        ("unknown-physics", "ablation-NoRobustChoice", "ablation-NoLearning"),
        ("benchmarks/learning.py", "suite", "{all}"),
    ),
    _own("docs/prediction.md", "table", "prediction"),
    _own("docs/real-game.md", "drop-in", "drop-in"),
    _own("docs/real-game.md", "watching", "watching"),
    _own("docs/hard-levels.md", "first", "candidates-expert"),
    _own("docs/hard-levels.md", "structures", *(f"structures-{kind}" for kind in STRUCTURES)),
    Written(
        "docs/hard-levels.md",
        "fresh",
        tuple(FAMILIES),
        ("scripts/results_page.py", "overview", *(f"{{all}}/{f}/records.jsonl" for f in FAMILIES)),
    ),
    Written(
        "docs/other-games.md",
        "",
        (*PHYRE, "interphyre"),
        (
            "scripts/other_games_tables.py",
            *(f"phyre={{all}}/{name}/records.jsonl" for name in PHYRE),
            "interphyre={all}/interphyre/records.jsonl",
        ),
    ),
    _own("docs/studio.md", "coach", "coach"),
    _own("docs/gymnasium.md", "vector", "vector"),
    _own("docs/performance.md", "benchmarks", "performance"),
)
