"""Commands whose answers must not depend on the machine around them; run as a program.

Everything is done in one process, as one person at one terminal would: the answers go to stdout,
the files to the folder that is named on the command line. With `--nothing-compiled` the one command
that needs compiled models is left out.
"""

from __future__ import annotations

import sys

from bubbleball.cli import main

ANSWERS = (
    "levels --json",
    "check 4",
    "play 2 --solution --json",
    "play 21 --solution --json",
    "solve 2 --json --quiet",  # the first one may have to compile, and would say so
)
FILES = (
    "show 8 -o {folder}/level.svg",
    "show 8 -o {folder}/level.png",
    "play 2 --solution -o {folder}/trial.gif",
    "play 2 --solution -o {folder}/trial.trial.json",
    "convert 2 {folder}/level.json",
)


def run(line: str) -> None:
    sys.argv = ["bubbleball", *line.split()]
    try:
        main()
    except SystemExit as stop:
        sys.stdout.write(f"exit code {stop.code}\n")


if __name__ == "__main__":
    folder, *options = sys.argv[1:]
    for answer in ANSWERS:
        if not (options and answer.startswith("solve")):
            run(answer)
    for file in FILES:
        run(file.format(folder=folder))
