"""Time and memory of adjudication on a large corpus: finding units, and consensus by a policy.

usage: python benchmarks/adjudication.py [--documents 10000]

Each document has 100 mentions of six types, and the second annotator differs in one of five
(`metrics.py` generates the documents). Every size runs in its own process. Documents are generated
during the comparison while the clock is stopped. Prints Markdown.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from goldsmith.adjudication import (
    build_consensus,
    compare_sets,
    decide_automatically,
    load_rules,
)
from metrics import PER_DOCUMENT, Stopwatch, generate_pairs, measure_peak_memory

RULES = load_rules("clef")


def measure_units(documents: int, *, consensus: bool) -> dict[str, float]:
    """Measure the seconds, peak memory and counts of finding the units of documents."""
    watch, counts = Stopwatch(generate_pairs(documents)), Counter[str]()
    start, processor = time.perf_counter(), time.process_time()
    for pair in watch:
        comparison = compare_sets(pair.doc, {"a": pair.a, "b": pair.b}, RULES)
        counts.update(
            units=len(comparison.units), settled=len(comparison.settled.get("mention", ()))
        )
        if consensus:
            decisions = {
                unit.id: decide_automatically(unit, "union", RULES) for unit in comparison.units
            }
            built = build_consensus(comparison, decisions)
            counts.update(mentions=len(built.annotations.mentions))
    spent = time.perf_counter() - start
    share = (spent - watch.spent) / spent  # the share of processor time not spent on generation
    return {
        "seconds": spent - watch.spent,
        "processor": (time.process_time() - processor) * share,
        "peak": measure_peak_memory(),
        **counts,
    }


def run_in_process(documents: int, *, consensus: bool) -> dict[str, float]:
    """Measure in a separate process, so that the memory covers only one size."""
    words = [sys.executable, str(Path(__file__)), "--documents", str(documents), "--measure"]
    done = subprocess.run(
        [*words, *(["--consensus"] if consensus else [])],
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=10_000)
    parser.add_argument("--measure", action="store_true", help="measure in this process")
    parser.add_argument("--consensus", action="store_true", help="also make the consensus")
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure_units(options.documents, consensus=options.consensus)))
        return
    print("| what | mentions a side | units | seconds | processor seconds | peak memory |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for what, consensus in (("units", False), ("units and consensus by a policy", True)):
        for documents in (options.documents // 10, options.documents):
            ran = run_in_process(documents, consensus=consensus)
            print(
                f"| {what} | {documents * PER_DOCUMENT:,} | {ran['units']:,} "
                f"| {ran['seconds']:.1f} | {ran['processor']:.1f} | {ran['peak']:.0f} MB |",
                flush=True,
            )


if __name__ == "__main__":
    main()
