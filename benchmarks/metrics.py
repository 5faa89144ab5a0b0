"""Speed and memory of the metrics, compared with scorch, scipy, nervaluate and bratiaa.

usage: python benchmarks/metrics.py [--only agreement coreference significance entities]
                                    [--documents 10000] [--mentions 20000] [--timeout 600]

All data are generated from a seed, so that every run measures the same. The time to generate them
is not in the figures: large data are generated during the measurement while the clock is stopped.
Peers are optional; the row of a missing one says how to install it. They receive prepared objects,
except bratiaa, which reads files: there, Goldsmith reads the same files. A ratio is the
peer's time divided by ours; every time is the best of three.
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
from goldsmith.core import AnnotationSet, Document, Group, Mention, Span, load_builtin_schema
from goldsmith.formats import read, write
from goldsmith.metrics import Measurement, SetPair, compare, measure

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
    """A line of the table; the time of a peer is None if it is missing or did not finish."""

    what: str
    size: str
    ours: float
    target: str = ""
    peer: str = ""
    theirs: float | None = None
    remark: str = ""


def time_best(run: Callable[[], T], times: int = 3) -> tuple[float, T]:
    """Return the shortest time of several runs in seconds, and the result."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        result = run()
        spent.append(time.perf_counter() - start)
    return min(spent), result


def describe_missing(package: str) -> str:
    """Return how to install a missing peer; "" if it is installed."""
    return "" if find_spec(package) else f"not installed: pip install {package}"


# Two annotators


def generate_pairs(documents: int, seed: int = 1) -> Iterator[SetPair]:
    """Generate documents with the mentions of two annotators, 100 mentions each."""
    for number in range(documents):
        random = Random(f"{seed} {number}")
        first = tuple(generate_mentions(random))
        second = tuple(vary_mention(mention, random) for mention in first)
        doc = Document(f"d{number:06}", "word " * (first[-1].end // 5 + 20))
        yield SetPair(doc, AnnotationSet("a", first), AnnotationSet("b", second))


def generate_mentions(random: Random) -> Iterator[Mention]:
    """Generate the mentions of an annotator in text order; every tenth is nested."""
    last = Span(0, 0)
    for number in range(PER_DOCUMENT):
        start = last.end + random.randint(5, 40)
        span = Span(start, start + random.randint(6, 30))
        if number % 10 == 9:
            span = Span(last.start, last.start + random.randint(2, 5))
        yield Mention(f"T{number + 1}", random.choice(TYPES), (span,))
        last = span if span.start > last.start else last


def vary_mention(mention: Mention, random: Random) -> Mention:
    """Vary a mention for another annotator; one in five differs in extent, type or place."""
    [span] = mention.spans
    match random.randrange(15):
        case 0:
            moved = Span(span.start, span.end + random.randint(1, 12))
        case 1:
            kind = TYPES[(TYPES.index(mention.type) + random.randint(1, 5)) % len(TYPES)]
            return msgspec.structs.replace(mention, type=kind)
        case 2:  # missed, but with a mention where the first annotator has none
            moved = Span(span.end + 1, span.end + 4)
        case _:
            return mention
    return msgspec.structs.replace(mention, spans=(moved,))


class Stopwatch:
    """An iterator over generated documents that measures the time to generate them."""

    def __init__(self, pairs: Iterator[SetPair]) -> None:
        self.pairs, self.spent = pairs, 0.0

    def __iter__(self) -> Iterator[SetPair]:
        while True:
            start = time.perf_counter()
            pair = next(self.pairs, None)
            self.spent += time.perf_counter() - start
            if pair is None:
                return
            yield pair


def measure_agreement(documents: int) -> dict[str, float]:
    """Return the seconds to measure and to generate documents, and the peak memory."""
    watch, spans = Stopwatch(generate_pairs(documents)), metrics.get("spans")
    start = time.perf_counter()
    strict = measure(spans, watch).compute_result().get_value("strict")
    spent = time.perf_counter() - start - watch.spent
    return {
        "seconds": spent,
        "making": watch.spent,
        "peak": measure_peak_memory(),
        "strict": strict or 0.0,
    }


def measure_peak_memory() -> float:
    """Return the peak resident memory of this process in megabytes.

    getrusage is only a fallback: under Linux its figure starts at the memory of the parent process,
    so that it is too high and looks constant.
    """
    status = Path("/proc/self/status")
    if status.exists():
        [line] = [line for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def benchmark_agreement(options: argparse.Namespace) -> Iterator[Row]:
    """Measure two annotators over a streamed corpus; each size runs in its own process."""
    for documents in (1_000, options.documents):
        runs = [run_in_process("agree", str(documents)) for _ in range(3)]
        ran = min(runs, key=lambda run: run["seconds"])
        yield Row(
            "agreement of two annotators (spans)",
            f"{documents:,} documents, {documents * PER_DOCUMENT:,} mentions a side",
            ran["seconds"],
            "< 15 s" if documents == 10_000 else "",
            remark=f"peak {ran['peak']:.0f} MB; generating it: {ran['making']:.1f} s, not counted",
        )


# Coreference


def generate_clusters(mentions: int, seed: int = 1) -> tuple[Clusters, Clusters]:
    """Generate gold and system chains of four mentions on average, with every fifth one moved.

    One mention in twenty is missing from the system, which has as many spurious ones.
    """
    random = Random(seed)
    chains = mentions // 4
    gold: Clusters = [[number] for number in range(chains)]
    system: Clusters = [[] for _ in range(chains)]
    for number in range(chains, mentions):
        gold[random.randrange(chains)].append(number)
    for index, chain in enumerate(gold):
        for number in chain:
            target = random.randrange(chains) if random.random() < 0.2 else index
            system[target].append(number + mentions if random.random() < 0.05 else number)
    return gold, [chain for chain in system if chain]


def build_chain_pair(gold: Clusters, system: Clusters) -> SetPair:
    """Return the same chains as annotation sets over one document; offsets are mention numbers."""
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
    return SetPair(Document("chains", ""), *sets, load_builtin_schema("i2b2-2011"))


def run_scorch(name: str, mentions: int) -> dict[str, float]:
    """Return the time of scorch for a metric, and its F1."""
    score = getattr(import_module("scorch.scores"), name.replace("-", "_"))
    gold, system = ([set(chain) for chain in side] for side in generate_clusters(mentions))
    seconds, (_, _, f1) = time_best(lambda: score(gold, system))
    return {"seconds": seconds, "f1": f1}


def benchmark_coreference(options: argparse.Namespace) -> Iterator[Row]:
    """Compare every metric on a small and a large document with scorch, then all together."""
    for mentions in (SMALL, options.mentions):
        pair = build_chain_pair(*generate_clusters(mentions))
        size = f"1 document, {mentions:,} mentions, {mentions // 4:,} chains"
        rows = [compare_with_scorch(name, pair, size, options) for name in COREFERENCE]
        yield from rows
        target = "< 10 s" if mentions == 20_000 else ""
        yield Row("all six", size, sum(row.ours for row in rows), target)
        both = [row for row in rows if row.theirs is not None]
        if both:
            ours, theirs = sum(row.ours for row in both), sum(row.theirs or 0 for row in both)
            yield Row(
                f"the {len(both)} that scorch did", size, ours, "", name_peer("scorch"), theirs
            )


def compare_with_scorch(name: str, pair: SetPair, size: str, options: argparse.Namespace) -> Row:
    metric = metrics.get(name)
    ours, result = time_best(lambda: measure(metric, [pair]).compute_result())
    row = Row(name, size, ours)
    if name == "lea":
        row.remark = "scorch has no LEA"
        return row
    row.peer, row.remark = "scorch", describe_missing("scorch")
    if not row.remark:
        row.peer = name_peer("scorch")
        try:
            ran = run_in_process("scorch", name, str(len(pair.a.mentions)), timeout=options.timeout)
        except subprocess.TimeoutExpired:
            row.remark = f"did not finish in {options.timeout} s"
        except subprocess.CalledProcessError as error:
            row.remark = f"failed with exit code {error.returncode}"
        else:
            row.theirs, row.remark = (
                ran["seconds"],
                compare_values(result.get_value("f1"), ran["f1"]),
            )
    return row


# Significance


def measure_systems(documents: int = 500) -> tuple[Measurement, Measurement]:
    """Measure two systems against the same gold standard."""
    spans, first = metrics.get("spans"), list(generate_pairs(documents))
    random = Random(2)
    second = [
        msgspec.structs.replace(
            pair,
            b=AnnotationSet(
                "b", tuple(vary_mention(mention, random) for mention in pair.a.mentions)
            ),
        )
        for pair in first
    ]
    return measure(spans, first), measure(spans, second)


def benchmark_significance(_options: argparse.Namespace) -> Iterator[Row]:
    """Compare approximate randomisation with scipy, with the same statistic and counts."""
    first, second = measure_systems()
    ours, comparison = time_best(lambda: compare(first, second, rounds=ROUNDS))
    size = f"{len(first.documents)} documents, {ROUNDS:,} randomisations"
    counts = np.stack([sum_counts(first), sum_counts(second)])
    theirs, p = time_best(lambda: run_permutation_test(counts))
    yield Row(
        "approximate randomisation",
        size,
        ours,
        "< 5 s",
        f"{name_peer('scipy')} permutation_test",
        theirs,
        f"p = {comparison.p:.4f} and {p:.4f} (different random numbers)",
    )


def sum_counts(measured: Measurement) -> np.ndarray:
    """Return the exact pairs and the mentions of each document over all types, for scipy."""
    columns = [column for _, column in measured.keys]
    expected = [[column == "exact", column in ("a", "b")] for column in columns]
    return np.asarray(measured.to_matrix() @ np.array(expected, dtype=np.float64))


def run_permutation_test(counts: np.ndarray) -> float:
    """Return the p-value of scipy, which swaps the systems document by document."""
    from scipy.stats import permutation_test

    rows = counts.reshape(-1, 2)
    exact, mentions = rows[:, 0].copy(), rows[:, 1].copy()

    def difference(x: np.ndarray, y: np.ndarray, axis: int) -> np.ndarray:
        strict = [2 * exact[at].sum(axis=axis) / mentions[at].sum(axis=axis) for at in (x, y)]
        return np.abs(strict[0] - strict[1])

    numbers = np.arange(len(rows))
    half = len(rows) // 2
    result = permutation_test(
        (numbers[:half], numbers[half:]),
        difference,
        permutation_type="samples",
        vectorized=True,
        n_resamples=ROUNDS,
        batch=1000,
        alternative="greater",
        rng=np.random.default_rng(1),
    )
    return float(result.pvalue)


# Entities


def benchmark_entities(_options: argparse.Namespace) -> Iterator[Row]:
    """Compare mention scoring on objects in memory and on brat files."""
    pairs = list(generate_pairs(ENTITY_DOCUMENTS))
    size = f"{len(pairs)} documents, {len(pairs) * PER_DOCUMENT:,} mentions a side"
    yield compare_with_nervaluate(pairs, size)
    yield compare_with_bratiaa(pairs, size)


def compare_with_nervaluate(pairs: list[SetPair], size: str) -> Row:
    spans = metrics.get("spans")
    ours, result = time_best(lambda: measure(spans, pairs).compute_result())
    row = Row("mentions, in memory (spans)", size, ours)
    if why := describe_missing("nervaluate"):
        row.peer, row.remark = "nervaluate", why
        return row
    from nervaluate import Evaluator

    sides = (
        [convert_to_entities(pair.a) for pair in pairs],
        [convert_to_entities(pair.b) for pair in pairs],
    )
    evaluator = Evaluator(*sides, tags=list(TYPES), loader="dict")
    row.theirs, scores = time_best(evaluator.evaluate)
    row.peer = name_peer("nervaluate")
    row.remark = compare_values(
        result.get_value("strict"), scores["overall"]["strict"].f1
    ) + format_rates(row, pairs)
    return row


def convert_to_entities(side: AnnotationSet) -> list[dict[str, str | int]]:
    """Convert mentions for nervaluate, where the end is the last character."""
    return [
        {"label": mention.type, "start": mention.start, "end": mention.end - 1}
        for mention in side.mentions
    ]


def compare_with_bratiaa(pairs: list[SetPair], size: str) -> Row:
    with tempfile.TemporaryDirectory() as room:
        for name in ("a", "b"):
            docs = (pair.doc.with_set(getattr(pair, name)) for pair in pairs)
            write(docs, Path(room) / name, "brat")
        conf = (Path(room) / "a" / "annotation.conf").read_text("utf-8")
        (Path(room) / "annotation.conf").write_text(conf, "utf-8")
        ours, strict = time_best(lambda: score_files(room))
        row = Row("mentions, brat files (read and spans)", size, ours)
        if why := describe_missing("bratiaa"):
            row.peer, row.remark = "bratiaa", why
            return row
        from bratiaa.agree import compute_f1_agreement

        row.peer = name_peer("bratiaa")
        row.theirs, result = time_best(lambda: compute_f1_agreement(room))
        row.remark = compare_values(strict, float(result.mean_sd_total()[0])) + format_rates(
            row, pairs
        )
        return row


def format_rates(row: Row, pairs: list[SetPair]) -> str:
    """Format the mentions of both sides per second, of Goldsmith and of the peer."""
    mentions = sum(len(pair.a.mentions) + len(pair.b.mentions) for pair in pairs)
    return f"; {mentions / row.ours:,.0f} and {mentions / (row.theirs or 1):,.0f} mentions/s"


def score_files(room: str) -> float | None:
    """Score the strict agreement of the brat folders a and b."""
    sides = (read(Path(room) / name, "brat") for name in ("a", "b"))
    pairs = (
        SetPair(first, *first.sets.values(), *second.sets.values())
        for first, second in zip(*sides, strict=True)
    )
    return measure(metrics.get("spans"), pairs).compute_result().get_value("strict")


# Order


def check_order() -> Iterator[str]:
    """Count the documents whose strict counts change when the mentions are shuffled."""
    pairs = list(generate_pairs(ENTITY_DOCUMENTS))
    scorers: dict[str, Callable[[SetPair], dict[str, float]]] = {"Goldsmith": count_with_goldsmith}
    if not describe_missing("nervaluate"):
        scorers[name_peer("nervaluate")] = count_with_nervaluate
    for name, counts in scorers.items():
        random, any_count, correct = Random(3), 0, 0
        for pair in pairs:
            options = counts(pair)
            again = [counts(shuffle(pair, random)) for _ in range(SHUFFLES)]
            any_count += any(item != options for item in again)
            correct += any(item["exact"] != options["exact"] for item in again)
        yield (
            f"{name}: of {len(pairs)} documents, each shuffled {SHUFFLES} times, the order of the "
            f"mentions changes a strict count in {any_count}, the exact pairs in {correct}"
        )


def shuffle(pair: SetPair, random: Random) -> SetPair:
    sides = [
        msgspec.structs.replace(
            side, mentions=tuple(random.sample(side.mentions, len(side.mentions)))
        )
        for side in (pair.a, pair.b)
    ]
    return SetPair(pair.doc, *sides)


def count_with_goldsmith(pair: SetPair) -> dict[str, float]:
    row = measure(metrics.get("spans"), [pair]).compute_result().micro
    return row.counts if row else {}


def count_with_nervaluate(pair: SetPair) -> dict[str, float]:
    from nervaluate.loaders import DictLoader
    from nervaluate.strategies import StrictEvaluation

    sides = DictLoader().load([convert_to_entities(pair.a), convert_to_entities(pair.b)])
    result, _ = StrictEvaluation().evaluate(*sides, list(TYPES))
    return {
        "exact": result.correct,
        "incorrect": result.incorrect,
        "missed": result.missed,
        "spurious": result.spurious,
    }


# The command


def name_peer(package: str) -> str:
    return f"{package} {metadata.version(package)}"


def compare_values(ours: float | None, theirs: float) -> str:
    """Describe whether two scorers agree."""
    if ours is None:
        return f"other value: {theirs:.4f}, ours none"
    if abs(ours - theirs) < 1e-9:
        return f"same value ({ours:.4f})"
    return f"other value: {theirs:.4f}, ours {ours:.4f}"


def run_in_process(*task: str, timeout: int | None = None) -> dict[str, float]:
    """Run a measurement in its own process."""
    command = [sys.executable, __file__, "--child", *task]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=timeout)
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def run_child(task: str, *rest: str) -> None:
    if task == "agree":
        print(json.dumps(measure_agreement(int(rest[0]))))
    else:
        print(json.dumps(run_scorch(rest[0], int(rest[1]))))


def print_table(rows: Iterable[Row]) -> None:
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
    "agreement": benchmark_agreement,
    "coreference": benchmark_coreference,
    "significance": benchmark_significance,
    "entities": benchmark_entities,
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", nargs="*", choices=list(PARTS), default=list(PARTS))
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--mentions", type=int, default=20_000)
    parser.add_argument("--timeout", type=int, default=600, help="seconds for a peer's three runs")
    parser.add_argument("--child", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        run_child(*options.child)
        return
    print_table(row for name in options.only for row in PARTS[name](options))
    if "entities" in options.only:
        print("\n".join(check_order()))


if __name__ == "__main__":
    main()
