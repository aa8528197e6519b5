"""Blocks of code in documents: finding them, running their commands, comparing the output."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from repository import ROOT

DOCUMENTS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "examples" / "README.md",
]
Shell = Callable[[str], tuple[int, str]]  # runs a line: its exit code and all that was printed

FENCE = re.compile(
    r"(?P<mark><!-- not run: [^\n]+ -->\n)?^```(?P<language>console|python)\n(?P<body>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
EXIT_CODE = re.compile(r"\s+# exit code (\d+)$")


@dataclass(frozen=True)
class Block:
    """A block of code in a document.

    where: file and line. language: console or python. text: what stands in it.
    """

    where: str
    language: str
    text: str


def blocks(language: str) -> Iterator[Block]:
    """Every block of a language in the documents that is not marked as not run."""
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            if match["language"] == language and not match["mark"]:
                line = text.count("\n", 0, match.start("body"))
                yield Block(f"{document.relative_to(ROOT)}:{line}", language, match["body"])


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output that is shown."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output.strip("\n")


def pattern(shown: str) -> re.Pattern[str]:
    """What output fits: `…` alone in a line stands for any lines, within one for any text."""
    lines = [
        r"(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + r"\n"
        for line in shown.splitlines()
    ]
    return re.compile("".join(lines))


def check(block: Block, shell: Shell) -> int:
    """Run every command of a console block, compare what it prints, and count the commands."""
    ran = 0
    for command, shown in commands(block):
        expected = EXIT_CODE.search(command)
        code, printed = shell(EXIT_CODE.sub("", command))
        assert code == (int(expected[1]) if expected else 0), f"{command}\n{printed}"
        if shown:
            assert pattern(shown).fullmatch(printed), f"{command}\n{printed}"
        ran += 1
    return ran
