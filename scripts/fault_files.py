"""Files of every kind in which one bit is flipped."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from bubbleball.bench.record_file import Records
from bubbleball.errors import BubbleBallError
from fuzz_corpus import Corpus

KINDS = ("records", "levels, our format", "beliefs", "trials")


def flipped(data: bytes, bit: int) -> bytes:
    """The data with one bit the other way round."""
    out = bytearray(data)
    out[bit // 8] ^= 1 << bit % 8
    return bytes(out)


def flip(readers: Corpus, kind: str, times: int) -> Counter[str]:
    """Read files with one flipped bit each, and count what came of it."""
    reader, valid = readers[kind]
    draw = random.Random(3)
    right = [reader(data) for data in valid]
    found: Counter[str] = Counter()
    for _ in range(times):
        which = draw.randrange(len(valid))
        try:
            read = reader(flipped(valid[which], draw.randrange(8 * len(valid[which]))))
        except BubbleBallError:
            found["refused"] += 1
        except Exception:
            found["other exception"] += 1
        else:
            found[_verdict(read, right[which])] += 1
    return found


def _verdict(read: object, right: object) -> str:
    if read == right:
        return "the same"
    if isinstance(read, Records) and isinstance(right, Records):
        cut = replace(right, runs=right.runs[:-1])  # without its newline, the last line is torn
        return "unfinished" if read == cut else "other data"
    return "other data"
