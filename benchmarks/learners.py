"""Comparison of CRF learners: our own against crfsuite, with the same features and decoding.

usage: python benchmarks/learners.py --data DIR [--work DIR] [demo ncbi maccrobat bc5cdr]

Every corpus is cross-validated (five folds of documents; ten of the built-in notes) with both
learners. Strict F over all mentions; p by approximate randomisation over documents (9,999 rounds).
Seconds are processor time of training and annotation, over all folds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import quality
from goldsmith import metrics
from goldsmith.examples import notes
from goldsmith.formats import read
from goldsmith.metrics import Measurement, SetPair
from goldsmith.pipeline import Example, Resources, parse_config
from goldsmith.training import cross_validate

LEARNERS = {"own": "descent", "crfsuite": "lbfgs"}
FOLDS = {"demo": 10}


def load_corpus(name: str, data: Path) -> tuple[list[Example], tuple[str, ...]]:
    """Return the examples of a corpus and the terminologies that its features use."""
    if name == "demo":
        return quality.examples(notes.load_documents()), ()
    if name == "maccrobat":
        return quality.examples(read(data / "maccrobat")), ("diseases", "others")
    folder, merged, terms = {
        "ncbi": ("ncbi_disease", "Disease", ("diseases",)),
        "bc5cdr": ("bc5cdr", "", ("diseases", "others")),
    }[name]
    paths = [data / folder / f"{part}.pubtator.txt" for part in ("train", "devel")]
    return quality.examples((doc for path in paths for doc in read(path)), merged), terms


def measure_learner(
    algorithm: str, examples: Sequence[Example], resources: Resources, folds: int
) -> tuple[Measurement, float]:
    """Cross-validate a learner; return its scores by document and the seconds it took."""
    config = parse_config(f'{quality.ENTITIES}algorithm = "{algorithm}"\n', where="benchmark")
    start = time.process_time()
    result = cross_validate(config, resources, examples, folds, by="document")
    seconds = time.process_time() - start
    pairs = (
        SetPair(example.analysis.doc, example.gold, result.sets[example.analysis.doc.id])
        for example in examples
    )
    return metrics.measure(metrics.get("spans"), pairs), seconds


def main() -> None:
    """Print the table of scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", nargs="*", default=["demo", "ncbi", "maccrobat", "bc5cdr"])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("benchmark-work"))
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    print("| corpus | documents | own | crfsuite | difference | p | own, s | crfsuite, s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in args.corpora:
        examples, terms = load_corpus(name, args.data)
        resources = Resources(
            terms={term: quality.open_terminology(term, args.data, args.work) for term in terms},
            clusters=quality.make_clusters(args.data, args.work),
        )
        folds = FOLDS.get(name, 5)
        own, own_seconds = measure_learner(LEARNERS["own"], examples, resources, folds)
        peer, peer_seconds = measure_learner(LEARNERS["crfsuite"], examples, resources, folds)
        result = metrics.compare(own, peer, value="strict")
        print(
            f"| {name} | {len(examples)} | {result.first:.4f} | {result.second:.4f} "
            f"| {result.difference:+.4f} | {result.p:.4f} "
            f"| {own_seconds:.0f} | {peer_seconds:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
