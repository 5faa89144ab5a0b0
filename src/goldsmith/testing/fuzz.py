"""Fuzzing of readers: damaged files must yield documents or a Goldsmith error.

    inputs = collect_inputs(Path("tests/formats/golden"))
    report = Fuzzer("brat", inputs["brat"], seed=1).run(range(1000))
    assert not report.failures

An input depends only on its format, the seed and its number, so that every failure can be
reproduced. Inputs are read in this process, under limits on time and on memory.
"""

from __future__ import annotations

import gzip
import io
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from random import Random

import msgspec

from goldsmith import formats
from goldsmith.core import Document
from goldsmith.errors import MAX_QUOTE, GoldsmithError, InputError
from goldsmith.formats import Reader, write
from goldsmith.formats.catalogue import find_format
from goldsmith.formats.tree import Tree
from goldsmith.testing.fuzz_inputs import (
    Files,
    MemoryTree,
    collect_inputs,
    find_memory_disk,
    load_libraries,
    reduce_sets,
)
from goldsmith.testing.limits import TimeLimitExceeded, limit_memory, limit_time, silence_logs
from goldsmith.testing.mutations import MARKER, mutate

__all__ = ["Failure", "Files", "Fuzzer", "Limits", "Report", "collect_inputs"]

_LONGEST_MESSAGE = 1500
_NAMES = ("../x.txt", "a/../../b.xml", "x", "n.txt", "n.ann", "é.jsonl", "a b.xml", "README.md")


class Limits(msgspec.Struct, frozen=True):
    """Limits for one input: seconds, and bytes beyond the present size of the process."""

    seconds: float = 10.0
    memory: int = 1 << 30


class Failure(msgspec.Struct, frozen=True):
    """An input that raised an error other than Goldsmith's, or exceeded the limits."""

    format: str
    number: int
    kind: str
    """The exception and the line that raised it; failures of one kind are reported once."""
    details: str


class Report(msgspec.Struct):
    """The results for the inputs of one format."""

    format: str
    inputs: int = 0
    documents: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    errors: Counter[str] = msgspec.field(default_factory=Counter)
    failures: dict[str, Failure] = msgspec.field(default_factory=dict)
    """The first failure of each kind."""

    def add(self, report: Report) -> None:
        """Add the report of further inputs."""
        self.inputs += report.inputs
        self.documents += report.documents
        self.seconds += report.seconds
        self.slowest = max(self.slowest, report.slowest)
        self.errors.update(report.errors)
        self.failures = {**report.failures, **self.failures}


class Fuzzer:
    """Reads damaged files of one format.

    Args:
        name: The format.
        examples: Undamaged inputs of the format, from `collect_inputs`.
        seed: Another seed makes other inputs.
        limits: The limits for one input.
    """

    def __init__(
        self, name: str, examples: Sequence[Files], *, seed: int = 0, limits: Limits | None = None
    ) -> None:
        self.name, self._examples, self._seed = name, examples, seed
        self._limits = limits or Limits()

    @cached_property
    def _writers(self) -> list[str]:
        return [each for each in formats.names() if formats.get(each).writes]

    def make_input(self, number: int) -> Files:
        """Return the input with a number."""
        return self._make_files(self._make_random(number))

    def run(self, numbers: Iterable[int], *, scratch: Path | None = None) -> Report:
        """Read the inputs with these numbers.

        Args:
            numbers: The numbers.
            scratch: A folder for temporary files; in memory by default if possible.
        """
        report = Report(self.name)
        load_libraries()
        start = time.perf_counter()
        with (
            tempfile.TemporaryDirectory(dir=scratch or find_memory_disk()) as folder,
            limit_memory(self._limits.memory),
            silence_logs(),
        ):
            for number in numbers:
                self._run_input(number, Path(folder), report)
        report.seconds = time.perf_counter() - start
        return report

    def _run_input(self, number: int, folder: Path, report: Report) -> None:
        random = self._make_random(number)
        files = self._make_files(random)
        start = time.perf_counter()
        try:
            with limit_time(self._limits.seconds):
                for error in self._read(files, random, folder, report):
                    report.errors[type(error).__name__] += 1
                    _check_message(error)
        except (Exception, TimeLimitExceeded) as error:  # any exception of a reader is a finding
            failure = _describe_failure(self.name, number, error)
            report.failures.setdefault(failure.kind, failure)
        seconds = time.perf_counter() - start
        report.inputs += 1
        report.slowest = max(report.slowest, seconds)

    def _read(
        self, files: Files, random: Random, folder: Path, report: Report
    ) -> Iterator[GoldsmithError]:
        """Read an input as a command would, write some, and yield the errors."""
        tree: Tree | Path = MemoryTree(files)
        if random.random() < 0.02:
            tree = folder / "input.zip"
            tree.write_bytes(_damage_archive(files, random))
        fmt = None if random.random() < 0.05 else self.name
        docs: list[Document] = []
        try:
            if isinstance(tree, Tree) and fmt is None:
                find_format(tree)
            reader = Reader(tree, fmt, keep_going=True, check=random.random() < 0.8)
            docs = list(reader)
            yield from reader.errors
        except GoldsmithError as error:
            yield error
        report.documents += len(docs)
        if docs and random.random() < 0.04:
            try:
                target = random.choice(self._writers)
                docs = reduce_sets(docs, target)
                write(docs, folder / "output", target, allow_loss=["all"], overwrite=True)
            except GoldsmithError as error:
                yield error

    def _make_random(self, number: int) -> Random:
        return Random(f"{self._seed} {self.name} {number}")

    def _make_files(self, random: Random) -> Files:
        files = dict(random.choice(self._examples))
        for name in random.sample(sorted(files), k=min(len(files), random.choice((1, 1, 1, 2)))):
            files[name] = mutate(files[name], random)
        if random.random() < 0.05:
            _change_names(files, random)
        return files


def _change_names(files: dict[str, bytes], random: Random) -> None:
    """Remove, rename, compress or swap files."""
    first, second = random.choice(sorted(files)), random.choice(sorted(files))
    kind = random.randrange(4)
    if kind == 0:
        del files[first]
    elif kind == 1:
        files[random.choice(_NAMES)] = files[first]
    elif kind == 2:
        content = gzip.compress(files.pop(first), 1)
        files[f"{first}.gz"] = mutate(content, random) if random.random() < 0.5 else content
    else:
        files[first], files[second] = files[second], files[first]


def _damage_archive(files: Files, random: Random) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", random.choice((0, 8))) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return mutate(buffer.getvalue(), random) if random.random() < 0.7 else buffer.getvalue()


def _check_message(error: GoldsmithError) -> None:
    """Raise an error if a message is too long or quotes possible note text."""
    message = error.what if isinstance(error, InputError) else str(error)
    assert len(message) <= _LONGEST_MESSAGE, f"a message of {len(message)} characters"
    starts = range(len(MARKER) - MAX_QUOTE)
    quoted = any(MARKER[start : start + MAX_QUOTE + 1] in str(error) for start in starts)
    assert not quoted, f"a message quotes the input: {message[:60]}…"


def _describe_failure(name: str, number: int, error: BaseException) -> Failure:
    frames = traceback.extract_tb(error.__traceback__)
    own = [
        frame
        for frame in frames
        if "/goldsmith/" in frame.filename and "/testing/" not in frame.filename
    ]
    frame = own[-1] if own else frames[-1]
    place = f"{Path(frame.filename).name}:{frame.lineno}"
    kind = f"{type(error).__name__} at {place}"
    if isinstance(error, AssertionError) and not own:
        kind = f"bad message: {error}"
    return Failure(name, number, kind, "".join(traceback.format_exception(error)))
