"""Quality of codes for mentions that may be CUI-less, and calibration of the confidence.

usage: python benchmarks/coding.py cuiless [--patients 30]
       python benchmarks/coding.py calibration --data DIR [--work DIR]

cuiless: made-up notes under share-2014 with gold mentions, the names of the built-in terminology,
and UMLS codes from its cross-references; trained on two thirds of the patients, tested on the rest.
calibration: the share of correct codes by confidence, for gold mentions of ncbi_disease devel.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import quality
from goldsmith.components.normalise import Normalise, Options
from goldsmith.components.normalise.query import make_queries
from goldsmith.core import CUI_LESS, Mention
from goldsmith.formats import read
from goldsmith.pipeline import Analysis, Example, Resources
from goldsmith.terminology import demo as terminology
from goldsmith.terminology.store import Terminology
from goldsmith_demo import make

BINS = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.99, 1.0)
Pair = tuple[set[str], set[str]]


def list_codes(mention: Mention) -> set[str]:
    return {code.code for code in mention.codes}


def pair_codes(component: Normalise, test: Iterable[Example]) -> Iterator[Pair]:
    """Yield the gold codes and the predicted codes of each mention."""
    for example in test:
        analysis = Analysis(example.analysis.doc)
        analysis.take(example.gold)
        gold = [list_codes(mention) for mention in analysis.mentions]
        component(analysis)
        yield from zip(gold, map(list_codes, analysis.mentions), strict=True)


def cuiless(args: argparse.Namespace) -> None:
    docs = quality.examples(make.make_documents(args.patients, seed=3, schemas=("share-2014",)))
    patients = sorted({get_patient(example) for example in docs})
    train_patients = set(patients[: 2 * len(patients) // 3])
    train = [example for example in docs if get_patient(example) in train_patients]
    test = [example for example in docs if get_patient(example) not in train_patients]
    resources = Resources(terms={"demo": Terminology(terminology.get_folder())})
    component = Normalise(Options(systems=("UMLS",)), resources)
    component.train(train)
    results = list(pair_codes(component, test))
    none = {CUI_LESS}
    right = sum(gold == none == ours for gold, ours in results)
    answered, gold_count = (sum(pair[index] == none for pair in results) for index in (1, 0))
    coded = [(gold, ours) for gold, ours in results if gold != none]
    print(f"{len(train)} documents to train on, {len(test)} to test on, {len(results)} mentions\n")
    print("| what | figure |\n| --- | --- |")
    correct = sum(ours <= gold for gold, ours in results)
    print(f"| all mentions: right | {share(correct, len(results))} |")
    print(f"| CUI-less: precision | {share(right, answered)} |")
    print(f"| CUI-less: recall | {share(right, gold_count)} |")
    print(f"| CUI-less: F | {2 * right / max(1, answered + gold_count):.3f} |")
    print(f"| coded ones: right | {share(sum(o <= g for g, o in coded), len(coded))} |")


def get_patient(example: Example) -> str:
    return example.analysis.doc.id.partition("-")[0]


def share(part: int, whole: int) -> str:
    return f"{part / max(1, whole):.3f} ({part} of {whole})"


def calibration(args: argparse.Namespace) -> None:
    folder = args.data / "ncbi_disease"
    train = quality.examples(read(folder / "train.pubtator.txt"), "Disease")
    test = quality.examples(read(folder / "devel.pubtator.txt"), "Disease")
    diseases = quality.open_terminology("diseases", args.data, args.work)
    options = Options(systems=("MESH", "OMIM"), subset="disorders")
    component = Normalise(options, Resources(terms={"diseases": diseases}))
    component.train(train)
    right, total, sums = Counter[int](), Counter[int](), Counter[int]()
    for confidence, is_right in judge_answers(component, test):
        index = max(index for index, low in enumerate(BINS[:-1]) if confidence >= low)
        right[index], total[index], sums[index] = (
            right[index] + is_right,
            total[index] + 1,
            sums[index] + confidence,
        )
    print("| confidence | mentions | mean confidence | right |\n| --- | --- | --- | --- |")
    for index, low in enumerate(BINS[:-1]):
        count = max(1, total[index])
        print(f"| {low:.2f} to {BINS[index + 1]:.2f} | {total[index]} | {sums[index] / count:.3f}"
              f" | {right[index] / count:.3f} |")  # fmt: skip
    everything = sum(total.values())
    apart = sum(abs(sums[index] - right[index]) for index in total) / max(1, everything)
    print(f"\n{sum(right.values())} of {everything} right; expected calibration error {apart:.3f}")


def judge_answers(component: Normalise, test: Iterable[Example]) -> Iterator[tuple[float, bool]]:
    """Yield the confidence of each code and whether it is correct; coordinations are not split."""
    for example in test:
        mentions = example.gold.mentions
        queries = make_queries(example.analysis, mentions)
        document = component.count_document_codes(queries)
        for mention, query in zip(mentions, queries, strict=True):
            (system, code), confidence = component.find_best(query, document)
            gold = {place[1:] for _, place in quality.list_codes([mention])}
            yield confidence, (system, code) in gold


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
