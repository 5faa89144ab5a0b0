"""Damaged files of every format: a short run of the fuzzer (long runs: benchmarks/fuzz.py)."""

import os
import time
import zlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from benchmarks import fuzz as benchmark

from goldsmith import formats
from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.formats import Format
from goldsmith.formats.base import Unit
from goldsmith.formats.tree import Tree
from goldsmith.testing import fuzz
from goldsmith.testing.fuzz import Files, Fuzzer, Limits, Report, collect_inputs
from goldsmith.testing.mutations import MARKER, MUTATIONS, mutate

GOLDEN = Path(__file__).parent / "golden"
READERS = [name for name in formats.names() if formats.get(name).reads]
#: Fewer inputs for slow readers; all runs together must take less than ten seconds.
SLOW = {"cas-json": 40, "xmi": 25, "parquet": 60}


@pytest.fixture(scope="module")
def examples() -> Mapping[str, Sequence[Files]]:
    return collect_inputs(GOLDEN)


@pytest.mark.parametrize("name", READERS)
def test_damaged_files_yield_documents_or_input_errors(
    name: str, examples: Mapping[str, Sequence[Files]]
) -> None:
    report = Fuzzer(name, examples[name], seed=12).run(range(SLOW.get(name, 120)))
    assert [failure.details for failure in report.failures.values()] == []
    assert report.errors["InputError"]
    assert report.documents or name == "parquet"  # Parquet checksums nearly everything


@pytest.mark.parametrize("name", READERS)
def test_every_format_has_golden_files(name: str, examples: Mapping[str, Sequence[Files]]) -> None:
    assert examples[name]
    folder = GOLDEN / name.replace("-", "_")
    assert folder.is_dir(), f"write golden files by hand in tests/formats/golden/{folder.name}/"


def test_an_input_depends_only_on_its_number_and_the_seed(
    examples: Mapping[str, Sequence[Files]],
) -> None:
    first, second = Fuzzer("brat", examples["brat"]), Fuzzer("brat", examples["brat"])
    assert [first.make_input(n) for n in range(20)] == [second.make_input(n) for n in range(20)]
    other_seed = Fuzzer("brat", examples["brat"], seed=1)
    assert [first.make_input(n) for n in range(20)] != [other_seed.make_input(n) for n in range(20)]


@pytest.mark.parametrize(
    "content", [b"", b"x", b"\xff\x00", b'{"a": [1, {"b": null}]}', b"<a b='1'/>"]
)
def test_mutations_accept_any_content(content: bytes) -> None:
    for seed in range(50):
        random = Random(seed)
        assert len(mutate(content, random)) <= 300_000
        for mutation in MUTATIONS:
            assert isinstance(mutation(content, random), bytes)


def test_compressed_content_is_damaged_inside() -> None:
    content = zlib.compress(b'{"a": [1, {"b": null}]}' * 9)
    results = [mutate(content, Random(seed)) for seed in range(50)]
    assert sum(result != content and is_compressed(result) for result in results) > 30


def is_compressed(content: bytes) -> bool:
    try:
        return bool(zlib.decompress(content))
    except zlib.error:
        return False


class FragileFuzzer(Fuzzer):
    """A fuzzer whose process crashes or hangs at the third input."""

    way = ""

    def run(self, numbers: Iterable[int], *, scratch: Path | None = None) -> Report:
        report = Report(self.name)
        for number in numbers:
            if number == 2 and self.way == "crash":
                os._exit(7)
            if number == 2 and self.way == "wait":
                time.sleep(60)
            report.inputs += 1
        return report


@pytest.mark.parametrize(
    ("way", "kind"), [("crash", "the process ended with 7"), ("wait", "no progress for 0 s")]
)
def test_benchmark_survives_a_process_that_crashes_or_hangs(
    monkeypatch: pytest.MonkeyPatch, way: str, kind: str
) -> None:
    monkeypatch.setattr(benchmark, "PATIENCE", 0.3)
    monkeypatch.setattr(FragileFuzzer, "way", way)
    total = Report("text")
    for report in benchmark.run_chunks([(FragileFuzzer("text", []), range(5))], 1):
        total.add(report)
    assert [(name, failure.number) for name, failure in total.failures.items()] == [(kind, 2)]
    assert total.inputs == 5


class Broken(Format):
    """A format whose reader has the fault under test."""

    title, suffixes, carries = "Broken", (".txt",), frozenset()
    way = ""

    def read(self, unit: Unit, tree: Tree, *, set_name: str):  # type: ignore[no-untyped-def]
        if self.way == "crash":
            raise KeyError(unit.name)
        if self.way == "endless":
            while True:
                pass
        if self.way == "memory":
            yield Document(unit.name, "x" * (3 << 30))
        if self.way == "quote":
            raise InputError(f"this is wrong: {MARKER}")
        if self.way == "long":
            raise InputError("x" * 5000)


@pytest.mark.parametrize(
    ("way", "kind"),
    [
        ("crash", "KeyError at"),
        ("endless", "TimeLimitExceeded at"),
        ("memory", "MemoryError at"),
        ("quote", "bad message: a message quotes the input"),
        ("long", "bad message: a message of 5000 characters"),
    ],
)
def test_broken_reader_is_detected(monkeypatch: pytest.MonkeyPatch, way: str, kind: str) -> None:
    monkeypatch.setattr(Broken, "way", way)
    fuzzer = Fuzzer("text", [{"n.txt": b"fever"}], limits=Limits(seconds=0.2))
    monkeypatch.setattr(fuzz, "find_format", lambda _: Broken())
    fuzzer.name = Broken()  # type: ignore[assignment]
    report = fuzzer.run(range(3))
    assert all(name.startswith(kind) for name in report.failures), report.failures
    assert len(report.failures) == 1


def test_limits_of_every_reader_are_documented() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "formats" / "index.md"
    table = page.read_text("utf-8").partition("<!-- limits:")[2]
    assert [name for name in READERS if f"\n| {name} |" not in table] == []
