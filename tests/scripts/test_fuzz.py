"""The corpus of `make fuzz` is valid, and damage to it is never a surprise."""

from __future__ import annotations

import pytest

from fuzz import fuzz
from fuzz_corpus import Corpus, corpus


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return corpus(tmp_path_factory.mktemp("corpus"))


def test_every_reader_reads_what_is_damaged_before_it_is_damaged(readers: Corpus) -> None:
    for reader, valid in readers.values():
        assert valid
        for data in valid:
            reader(data)


def test_damaged_input_is_read_or_refused_by_every_reader(readers: Corpus) -> None:
    tallies = fuzz(readers, 4.0, seed=17)
    assert {name: tally.wrong for name, tally in tallies.items() if tally.wrong} == {}
    assert all(tally.refused for tally in tallies.values())
