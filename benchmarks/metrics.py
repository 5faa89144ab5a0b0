"""Speed and memory of the metrics, beside scorch, scipy, nervaluate and bratiaa, in one run.

usage: python benchmarks/metrics.py [--only agreement coreference significance entities]
                                    [--documents 10000] [--mentions 20000] [--timeout 600]

Everything is made up from a seed, so that every run measures the same. The time to make it up is
not in the figures: what is large is made while it is measured and the clock is stopped meanwhile.
Peers are optional; the row of one that is missing says how to install it. They get their own
objects ready made, except bratiaa, which reads files: there Goldsmith reads the same files. A ratio
is the peer's time divided by ours; every time is the best of three.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import TypeVar

import msgspec
import numpy as np
from rich.console import Console
from rich.table import Table

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Document, Group, Mention, Span, builtin
from goldsmith.formats import read, write
from goldsmith.metrics import Compared, Measured, compare, measure

PER_DOCUMENT = 100
TYPES = ("Condition", "Drug", "Intervention", "Investigation", "Locus", "Result")
COREFERENCE = ("muc", "b-cubed", "ceaf-m", "ceaf-e", "blanc", "lea")
ENTITY_DOCUMENTS = 200
SHUFFLES = 10
ROUNDS = 10_000
SMALL = 2_000
Clusters = list[list[int]]
T = TypeVar("T")


class Row(msgspec.Struct):
    """One line of the table; a peer's time is none where it is missing or did not finish."""

    what: str
    size: str
    ours: float
    target: str = ""
    peer: str = ""
    theirs: float | None = None
    remark: str = ""


def best(run: Callable[[], T], times: int = 3) -> tuple[float, T]:
    """The shortest of several runs in seconds, and what came out."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        result = run()
        spent.append(time.perf_counter() - start)
    return min(spent), result


def missing(package: str) -> str:
    """What to do about a peer that is not there; nothing if it is."""
    return "" if find_spec(package) else f"not installed: pip install {package}"


# Two annotators


def annotated(documents: int, seed: int = 1) -> Iterator[Compared]:
    """Documents with what two annotators found, 100 mentions each."""
    for number in range(documents):
        random = Random(f"{seed} {number}")
        first = tuple(found(random))
        second = tuple(seen_again(mention, random) for mention in first)
        doc = Document(f"d{number:06}", "word " * (first[-1].end // 5 + 20))
        yield Compared(doc, AnnotationSet("a", first), AnnotationSet("b", second))


def found(random: Random) -> Iterator[Mention]:
    """One annotator's mentions from left to right; every tenth lies within the one before."""
    last = Span(0, 0)
    for number in range(PER_DOCUMENT):
        start = last.end + random.randint(5, 40)
        span = Span(start, start + random.randint(6, 30))
        if number % 10 == 9:
            span = Span(last.start, last.start + random.randint(2, 5))
        yield Mention(f"T{number + 1}", random.choice(TYPES), (span,))
        last = span if span.start > last.start else last


def seen_again(mention: Mention, random: Random) -> Mention:
    """The mention by another annotator; one in five differs in extent, in type or altogether."""
    [span] = mention.spans
    match random.randrange(15):
        case 0:
            moved = Span(span.start, span.end + random.randint(1, 12))
        case 1:
            kind = TYPES[(TYPES.index(mention.type) + random.randint(1, 5)) % len(TYPES)]
            return msgspec.structs.replace(mention, type=kind)
        case 2:  # missed, and one found where the first annotator has none
            moved = Span(span.end + 1, span.end + 4)
        case _:
            return mention
    return msgspec.structs.replace(mention, spans=(moved,))


class Stopwatch:
    """Passes on what is made up, and knows how long that took."""

    def __init__(self, pairs: Iterator[Compared]) -> None:
        self.pairs, self.spent = pairs, 0.0

    def __iter__(self) -> Iterator[Compared]:
        while True:
            start = time.perf_counter()
            pair = next(self.pairs, None)
            self.spent += time.perf_counter() - start
            if pair is None:
                return
            yield pair


def agree(documents: int) -> dict[str, float]:
    """Seconds to measure, seconds to make up the documents, and peak megabytes of this process."""
    watch, spans = Stopwatch(annotated(documents)), metrics.get("spans")
    start = time.perf_counter()
    strict = measure(spans, watch).result().value("strict")
    spent = time.perf_counter() - start - watch.spent
    return {"seconds": spent, "making": watch.spent, "peak": peak(), "strict": strict or 0.0}


def peak() -> float:
    """Peak resident megabytes of this process.

    Not from getrusage where it can be helped: under Linux its figure begins with what the process
    that started this one had in memory, so that it is too high and looks flat.
    """
    status = Path("/proc/self/status")
    if status.exists():
        [line] = [line for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def agreement(given: argparse.Namespace) -> Iterator[Row]:
    """Two annotators over a corpus that is never in memory; each size in processes of its own."""
    for documents in (1_000, given.documents):
        runs = [child("agree", str(documents)) for _ in range(3)]
        ran = min(runs, key=lambda run: run["seconds"])
        yield Row(
            "agreement of two annotators (spans)",
            f"{documents:,} documents, {documents * PER_DOCUMENT:,} mentions a side",
            ran["seconds"],
            "< 15 s" if documents == 10_000 else "",
            remark=f"peak {ran['peak']:.0f} MB; making it up: {ran['making']:.1f} s, not counted",
        )


# Coreference


def clusters(mentions: int, seed: int = 1) -> tuple[Clusters, Clusters]:
    """Gold and system chains: four mentions a chain on average, and every fifth one moved.

    One mention in twenty is missing in the system, which has as many that gold lacks.
    """
    random = Random(seed)
    chains = mentions // 4
    gold: Clusters = [[number] for number in range(chains)]
    system: Clusters = [[] for _ in range(chains)]
    for number in range(chains, mentions):
        gold[random.randrange(chains)].append(number)
    for at, chain in enumerate(gold):
        for number in chain:
            there = random.randrange(chains) if random.random() < 0.2 else at
            system[there].append(number + mentions if random.random() < 0.05 else number)
    return gold, [chain for chain in system if chain]


def chained(gold: Clusters, system: Clusters) -> Compared:
    """The same chains as annotation sets over one document; a mention stands at its number."""
    sets = [
        AnnotationSet(
            name,
            tuple(
                Mention(f"m{n}", "problem", (Span(3 * n, 3 * n + 2),))
                for n in sorted(itertools.chain.from_iterable(side))
            ),
            groups=tuple(
                Group(f"g{at}", "coreference", tuple(f"m{number}" for number in chain))
                for at, chain in enumerate(side)
            ),
        )
        for name, side in (("a", gold), ("b", system))
    ]
    return Compared(Document("chains", ""), *sets, builtin("i2b2-2011"))


def scorch(name: str, mentions: int) -> dict[str, float]:
    """What scorch takes for one metric, and its F1."""
    score = getattr(import_module("scorch.scores"), name.replace("-", "_"))
    gold, system = ([set(chain) for chain in side] for side in clusters(mentions))
    seconds, (_, _, f1) = best(lambda: score(gold, system))
    return {"seconds": seconds, "f1": f1}


def coreference(given: argparse.Namespace) -> Iterator[Row]:
    """Every metric on one document, small and large, beside scorch; then all of them together."""
    for mentions in (SMALL, given.mentions):
        pair = chained(*clusters(mentions))
        size = f"1 document, {mentions:,} mentions, {mentions // 4:,} chains"
        rows = [against_scorch(name, pair, size, given) for name in COREFERENCE]
        yield from rows
        target = "< 10 s" if mentions == 20_000 else ""
        yield Row("all six", size, sum(row.ours for row in rows), target)
        both = [row for row in rows if row.theirs is not None]
        if both:
            ours, theirs = sum(row.ours for row in both), sum(row.theirs or 0 for row in both)
            yield Row(f"the {len(both)} that scorch did", size, ours, "", peer("scorch"), theirs)


def against_scorch(name: str, pair: Compared, size: str, given: argparse.Namespace) -> Row:
    metric = metrics.get(name)
    ours, result = best(lambda: measure(metric, [pair]).result())
    row = Row(name, size, ours)
    if name == "lea":
        row.remark = "scorch has no LEA"
        return row
    row.peer, row.remark = "scorch", missing("scorch")
    if not row.remark:
        row.peer = peer("scorch")
        try:
            ran = child("scorch", name, str(len(pair.a.mentions)), timeout=given.timeout)
        except subprocess.TimeoutExpired:
            row.remark = f"did not finish in {given.timeout} s"
        except subprocess.CalledProcessError as error:
            row.remark = f"failed with exit code {error.returncode}"
        else:
            row.theirs, row.remark = ran["seconds"], same(result.value("f1"), ran["f1"])
    return row


# Significance


def systems(documents: int = 500) -> tuple[Measured, Measured]:
    """Two systems measured on the same gold standard."""
    spans, first = metrics.get("spans"), list(annotated(documents))
    random = Random(2)
    second = [
        msgspec.structs.replace(
            pair, b=AnnotationSet("b", tuple(seen_again(one, random) for one in pair.a.mentions))
        )
        for pair in first
    ]
    return measure(spans, first), measure(spans, second)


def significance(_given: argparse.Namespace) -> Iterator[Row]:
    """Approximate randomisation by compare, and by scipy with the same statistic and counts."""
    one, other = systems()
    ours, comparison = best(lambda: compare(one, other, rounds=ROUNDS))
    size = f"{len(one.documents)} documents, {ROUNDS:,} randomisations"
    counts = np.stack([totals(one), totals(other)])
    theirs, p = best(lambda: permuted(counts))
    yield Row(
        "approximate randomisation",
        size,
        ours,
        "< 5 s",
        f"{peer('scipy')} permutation_test",
        theirs,
        f"p = {comparison.p:.4f} and {p:.4f} (other random numbers)",
    )


def totals(measured: Measured) -> np.ndarray:
    """Documents by (exact, mentions of both sides), all types together: all that scipy needs."""
    columns = [column for _, column in measured.keys]
    wanted = [[column == "exact", column in ("a", "b")] for column in columns]
    return np.asarray(measured.matrix() @ np.array(wanted, dtype=np.float64))


def permuted(counts: np.ndarray) -> float:
    """The p-value by scipy, which swaps the two systems' row numbers document by document."""
    from scipy.stats import permutation_test

    rows = counts.reshape(-1, 2)
    exact, mentions = rows[:, 0].copy(), rows[:, 1].copy()

    def difference(x: np.ndarray, y: np.ndarray, axis: int) -> np.ndarray:
        strict = [2 * exact[at].sum(axis=axis) / mentions[at].sum(axis=axis) for at in (x, y)]
        return np.abs(strict[0] - strict[1])

    numbers = np.arange(len(rows))
    half = len(rows) // 2
    found = permutation_test(
        (numbers[:half], numbers[half:]),
        difference,
        permutation_type="samples",
        vectorized=True,
        n_resamples=ROUNDS,
        batch=1000,
        alternative="greater",
        rng=np.random.default_rng(1),
    )
    return float(found.pvalue)


# Entities


def entities(_given: argparse.Namespace) -> Iterator[Row]:
    """Mention scoring on objects in memory and on brat files."""
    pairs = list(annotated(ENTITY_DOCUMENTS))
    size = f"{len(pairs)} documents, {len(pairs) * PER_DOCUMENT:,} mentions a side"
    yield against_nervaluate(pairs, size)
    yield against_bratiaa(pairs, size)


def against_nervaluate(pairs: list[Compared], size: str) -> Row:
    spans = metrics.get("spans")
    ours, result = best(lambda: measure(spans, pairs).result())
    row = Row("mentions, in memory (spans)", size, ours)
    if why := missing("nervaluate"):
        row.peer, row.remark = "nervaluate", why
        return row
    from nervaluate import Evaluator

    sides = ([as_entities(pair.a) for pair in pairs], [as_entities(pair.b) for pair in pairs])
    evaluator = Evaluator(*sides, tags=list(TYPES), loader="dict")
    row.theirs, found = best(evaluator.evaluate)
    row.peer = peer("nervaluate")
    row.remark = same(result.value("strict"), found["overall"]["strict"].f1) + rates(row, pairs)
    return row


def as_entities(side: AnnotationSet) -> list[dict[str, str | int]]:
    """Mentions as nervaluate has them: the end is the last character."""
    return [{"label": one.type, "start": one.start, "end": one.end - 1} for one in side.mentions]


def against_bratiaa(pairs: list[Compared], size: str) -> Row:
    with tempfile.TemporaryDirectory() as room:
        for name in ("a", "b"):
            docs = (pair.doc.with_set(getattr(pair, name)) for pair in pairs)
            write(docs, Path(room) / name, "brat")
        conf = (Path(room) / "a" / "annotation.conf").read_text("utf-8")
        (Path(room) / "annotation.conf").write_text(conf, "utf-8")
        ours, strict = best(lambda: from_files(room))
        row = Row("mentions, brat files (read and spans)", size, ours)
        if why := missing("bratiaa"):
            row.peer, row.remark = "bratiaa", why
            return row
        from bratiaa.agree import compute_f1_agreement

        row.peer = peer("bratiaa")
        row.theirs, found = best(lambda: compute_f1_agreement(room))
        row.remark = same(strict, float(found.mean_sd_total()[0])) + rates(row, pairs)
        return row


def rates(row: Row, pairs: list[Compared]) -> str:
    """Mentions of both sides a second, ours and the peer's."""
    mentions = sum(len(pair.a.mentions) + len(pair.b.mentions) for pair in pairs)
    return f"; {mentions / row.ours:,.0f} and {mentions / (row.theirs or 1):,.0f} mentions/s"


def from_files(room: str) -> float | None:
    """Strict agreement of the brat folders a and b."""
    sides = (read(Path(room) / name, "brat") for name in ("a", "b"))
    pairs = (
        Compared(one, *one.sets.values(), *other.sets.values())
        for one, other in zip(*sides, strict=True)
    )
    return measure(metrics.get("spans"), pairs).result().value("strict")


# Order


def order() -> Iterator[str]:
    """In how many documents the strict counts, and the correct ones, change when shuffled."""
    pairs = list(annotated(ENTITY_DOCUMENTS))
    scorers: dict[str, Callable[[Compared], dict[str, float]]] = {"Goldsmith": own_counts}
    if not missing("nervaluate"):
        scorers[peer("nervaluate")] = nervaluate_counts
    for name, counts in scorers.items():
        random, any_count, correct = Random(3), 0, 0
        for pair in pairs:
            given = counts(pair)
            again = [counts(shuffled(pair, random)) for _ in range(SHUFFLES)]
            any_count += any(one != given for one in again)
            correct += any(one["exact"] != given["exact"] for one in again)
        yield (
            f"{name}: of {len(pairs)} documents, each shuffled {SHUFFLES} times, the order of the "
            f"mentions changes a strict count in {any_count}, the exact pairs in {correct}"
        )


def shuffled(pair: Compared, random: Random) -> Compared:
    sides = [
        msgspec.structs.replace(
            side, mentions=tuple(random.sample(side.mentions, len(side.mentions)))
        )
        for side in (pair.a, pair.b)
    ]
    return Compared(pair.doc, *sides)


def own_counts(pair: Compared) -> dict[str, float]:
    row = measure(metrics.get("spans"), [pair]).result().micro
    return row.counts if row else {}


def nervaluate_counts(pair: Compared) -> dict[str, float]:
    from nervaluate.loaders import DictLoader
    from nervaluate.strategies import StrictEvaluation

    sides = DictLoader().load([as_entities(pair.a), as_entities(pair.b)])
    found, _ = StrictEvaluation().evaluate(*sides, list(TYPES))
    return {
        "exact": found.correct,
        "incorrect": found.incorrect,
        "missed": found.missed,
        "spurious": found.spurious,
    }


# The command


def peer(package: str) -> str:
    return f"{package} {metadata.version(package)}"


def same(ours: float | None, theirs: float) -> str:
    """Whether two scorers say the same."""
    if ours is None:
        return f"other value: {theirs:.4f}, ours none"
    if abs(ours - theirs) < 1e-9:
        return f"same value ({ours:.4f})"
    return f"other value: {theirs:.4f}, ours {ours:.4f}"


def child(*task: str, timeout: int | None = None) -> dict[str, float]:
    """What a process of its own has measured."""
    command = [sys.executable, __file__, "--child", *task]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=timeout)
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def run_child(task: str, *rest: str) -> None:
    if task == "agree":
        print(json.dumps(agree(int(rest[0]))))
    else:
        print(json.dumps(scorch(rest[0], int(rest[1]))))


def show(rows: Iterable[Row]) -> None:
    table = Table(title=f"Metrics (Python {sys.version.split()[0]}, {os.cpu_count()} cores)")
    for column in ("what", "size", "Goldsmith s", "target", "peer", "its s", "ratio", "remark"):
        table.add_column(
            column, justify="right" if column in ("Goldsmith s", "its s", "ratio") else "left"
        )
    for row in rows:
        theirs = "" if row.theirs is None else f"{row.theirs:.3f}"
        ratio = "" if row.theirs is None else f"{row.theirs / row.ours:.1f}"
        table.add_row(
            row.what, row.size, f"{row.ours:.3f}", row.target, row.peer, theirs, ratio, row.remark
        )
    Console(width=200).print(table)


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[Row]]] = {
    "agreement": agreement,
    "coreference": coreference,
    "significance": significance,
    "entities": entities,
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="*", choices=list(PARTS), default=list(PARTS))
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--mentions", type=int, default=20_000)
    parser.add_argument("--timeout", type=int, default=600, help="seconds for a peer's three runs")
    parser.add_argument("--child", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        run_child(*given.child)
        return
    show(row for name in given.only for row in PARTS[name](given))
    if "entities" in given.only:
        print("\n".join(order()))


if __name__ == "__main__":
    main()
