"""How well mentions are coded that may have no code, and what the confidence is worth.

usage: python benchmarks/coding.py cuiless [--patients 30]
       python benchmarks/coding.py calibration --data DIR [--work DIR]

cuiless: made-up notes under share-2014 with given mentions, names of the built-in terminology, UMLS
codes by its cross-references; trained on two thirds of the patients, tested on the others.
calibration: the share of right answers by confidence on devel of ncbi_disease, given mentions.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import quality
from goldsmith.components.normalise import Normalise, Options
from goldsmith.components.normalise.query import asked
from goldsmith.core import CUI_LESS, Mention
from goldsmith.formats import read
from goldsmith.pipeline import Analysis, Example, Resources
from goldsmith.terminology import demo as terminology
from goldsmith.terminology.store import Terminology
from goldsmith_demo import make

BINS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99, 1.0)
Pair = tuple[set[str], set[str]]


def codes(mention: Mention) -> set[str]:
    return {one.code for one in mention.codes}


def pairs(component: Normalise, test: Iterable[Example]) -> Iterator[Pair]:
    """The codes of the gold and ours, for each mention."""
    for example in test:
        work = Analysis(example.work.doc)
        work.take(example.gold)
        gold = [codes(mention) for mention in work.mentions]
        component(work)
        yield from zip(gold, map(codes, work.mentions), strict=True)


def cuiless(args: argparse.Namespace) -> None:
    docs = quality.examples(make.documents(args.patients, seed=3, schemas=("share-2014",)))
    patients = sorted({patient(one) for one in docs})
    known = set(patients[: 2 * len(patients) // 3])
    train = [one for one in docs if patient(one) in known]
    test = [one for one in docs if patient(one) not in known]
    resources = Resources(terminology={"demo": Terminology(terminology.folder())})
    component = Normalise(Options(systems=("UMLS",)), resources)
    component.train(train)
    found = list(pairs(component, test))
    none = {CUI_LESS}
    right = sum(gold == none == ours for gold, ours in found)
    given, there = (sum(pair[at] == none for pair in found) for at in (1, 0))
    coded = [(gold, ours) for gold, ours in found if gold != none]
    print(f"{len(train)} documents to train on, {len(test)} to test on, {len(found)} mentions\n")
    print("| what | figure |\n| --- | --- |")
    print(
        f"| all mentions: right | {share(sum(ours <= gold for gold, ours in found), len(found))} |"
    )
    print(f"| CUI-less: precision | {share(right, given)} |")
    print(f"| CUI-less: recall | {share(right, there)} |")
    print(f"| CUI-less: F | {2 * right / max(1, given + there):.3f} |")
    print(f"| coded ones: right | {share(sum(o <= g for g, o in coded), len(coded))} |")


def patient(example: Example) -> str:
    return example.work.doc.id.partition("-")[0]


def share(part: int, whole: int) -> str:
    return f"{part / max(1, whole):.3f} ({part} of {whole})"


def calibration(args: argparse.Namespace) -> None:
    folder = args.data / "ncbi_disease"
    train = quality.examples(read(folder / "train.pubtator.txt"), "Disease")
    test = quality.examples(read(folder / "devel.pubtator.txt"), "Disease")
    diseases = quality.terminology("diseases", args.data, args.work)
    options = Options(systems=("MESH", "OMIM"), subset="disorders")
    component = Normalise(options, Resources(terminology={"diseases": diseases}))
    component.train(train)
    right, total, sums = Counter[int](), Counter[int](), Counter[int]()
    for sure, good in judged(component, test):
        at = max(at for at, low in enumerate(BINS[:-1]) if sure >= low)
        right[at], total[at], sums[at] = right[at] + good, total[at] + 1, sums[at] + sure
    print("| confidence | mentions | mean confidence | right |\n| --- | --- | --- | --- |")
    for at, low in enumerate(BINS[:-1]):
        count = max(1, total[at])
        print(f"| {low:.2f} to {BINS[at + 1]:.2f} | {total[at]} | {sums[at] / count:.3f}"
              f" | {right[at] / count:.3f} |")  # fmt: skip
    everything = sum(total.values())
    apart = sum(abs(sums[at] - right[at]) for at in total) / max(1, everything)
    print(
        f"\n{sum(right.values())} of {everything} right; confidence is off by {apart:.3f} a mention"
    )


def judged(component: Normalise, test: Iterable[Example]) -> Iterator[tuple[float, bool]]:
    """How sure each answer is, and whether it is right; coordinations are not taken apart."""
    for example in test:
        mentions = example.gold.mentions
        queries = [asked(example.work, mention) for mention in mentions]
        document = component.document(queries)
        for mention, query in zip(mentions, queries, strict=True):
            (system, code), sure = component.best(query, document)
            gold = {place[1:] for _, place in quality.coded([mention])}
            yield sure, (system, code) in gold


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=("cuiless", "calibration"))
    parser.add_argument("--patients", type=int, default=30)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--work", type=Path, default=Path("/tmp/goldsmith-quality"))
    args = parser.parse_args()
    globals()[args.what](args)


if __name__ == "__main__":
    main()
