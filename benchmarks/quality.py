"""Quality of the extraction components on public corpora: trained on train, scored on devel.

usage: python benchmarks/quality.py {ncbi,bc5cdr,maccrobat,discontiguous} --data DIR [--work DIR]
           [--ablate] [--folds 5] [--only N] [--use COMPONENT] [--set 'c2=0.1; …']

ncbi: entities, normalisation with gold mentions and end to end, on ncbi_disease.
bc5cdr: entities of both types. maccrobat: entities, cross-validated over documents. discontiguous:
recall of discontiguous mentions compared with a plain BIO model, on made-up notes, maccrobat and
craft_coref. Terminologies and word clusters are built once in --work. Seconds are processor time.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from goldsmith.components.normalise.knowledge import split_code
from goldsmith.core import AnnotationSet, Code, Document, Mention
from goldsmith.formats import read
from goldsmith.pipeline import Analysis, Example, Pipeline, Resources, parse_config
from goldsmith.terminology.index.compile import SourceInput, compile_sources
from goldsmith.terminology.sources import Options
from goldsmith.terminology.store import Terminology
from goldsmith.training.clusters import cluster_words

ENTITIES = '[[component]]\nuse = "entities"\n'
SOURCES = {
    "diseases": (
        ("mesh-tsv", "mesh_mondo_doid_json/mesh_id_label_mappings.tsv.gz"),
        ("term-list", "mesh_mondo_doid_json/mondo.json.gz"),
        ("term-list", "mesh_mondo_doid_json/doid.json.gz"),
    ),
    "others": (
        ("obo", "hpo/hp.obo.gz"),
        ("obo", "uberon_craft/UBERON.obo.gz"),
        ("obo", "uberon_craft/CL.obo.gz"),
        ("csv", "drugs/drug_synonyms.tsv.gz"),
    ),
}
DRUGS = Options(system="DRUG", columns={"variant": "variant", "name": "canonical"})


def open_terminology(name: str, data: Path, work: Path) -> Terminology:
    folder = work / name
    if not folder.exists():
        base = data / "terminologies"
        inputs = [
            SourceInput(source, base / path, DRUGS if source == "csv" else Options())
            for source, path in SOURCES[name]
        ]
        compile_sources(inputs, folder, name=name)
    return Terminology(folder)


def read_unlabelled(data: Path) -> Iterator[str]:
    for folder, field in (("mtsamples", "transcription"), ("craft_coref", "text")):
        for path in sorted((data / folder).glob("*.jsonl.gz")):
            with gzip.open(path, "rt") as stream:
                yield from (json.loads(line)[field] for line in stream)
    for path in ("ncbi_disease/train.pubtator.txt", "bc5cdr/train.pubtator.txt"):
        yield from (doc.text for doc in read(data / path))


def make_clusters(data: Path, work: Path) -> dict[str, list[str]]:
    path = work / "clusters.json"
    if not path.exists():
        path.write_bytes(msgspec.json.encode(cluster_words(read_unlabelled(data), min_count=3)))
    return msgspec.json.decode(path.read_bytes(), type=dict[str, list[str]])


def examples(docs: Iterable[Document], merge: str = "") -> list[Example]:
    result = []
    for doc in docs:
        gold = next(iter(doc.sets.values()))
        mentions = tuple(
            msgspec.structs.replace(m, type=merge or m.type) for m in gold.mentions if m.spans
        )
        result.append(Example(Analysis(doc), msgspec.structs.replace(gold, mentions=mentions)))
    return result


Place = tuple[object, ...]


class Tally:
    """Counts of correct, system and gold items, in total and by type."""

    def __init__(self) -> None:
        self.right, self.system, self.gold = Counter[str](), Counter[str](), Counter[str]()

    def add(self, gold: Iterable[tuple[str, Place]], system: Iterable[tuple[str, Place]]) -> None:
        of_gold, of_system = set(gold), set(system)
        for counter, items in (
            (self.right, of_gold & of_system),
            (self.system, of_system),
            (self.gold, of_gold),
        ):
            counter.update(key for type_, _ in items for key in (type_, "all"))

    def row(self, name: str, key: str = "all") -> str:
        precision = self.right[key] / max(1, self.system[key])
        recall = self.right[key] / max(1, self.gold[key])
        f = 2 * self.right[key] / max(1, self.system[key] + self.gold[key])
        return f"| {name} | {precision:.4f} | {recall:.4f} | {f:.4f} |"


def spans(mentions: Iterable[Mention]) -> Iterator[tuple[str, Place]]:
    for mention in mentions:
        yield mention.type, mention.spans


def list_codes(mentions: Iterable[Mention]) -> Iterator[tuple[str, Place]]:
    """Yield an item for each code; the corpus joins the codes of a composite concept with +."""
    for mention in mentions:
        for code in mention.codes:
            for text in code.code.split("+"):
                system, plain = split_code(Code(text.strip(), code.system))
                yield mention.type, (mention.spans, system or "MESH", plain)


def score(pipeline: Pipeline, test: Sequence[Example]) -> tuple[Tally, Tally, list[AnnotationSet]]:
    places, codes, sets = Tally(), Tally(), []
    for example in test:
        result = pipeline.annotate(example.analysis.doc)
        places.add(spans(example.gold.mentions), spans(result.mentions))
        codes.add(list_codes(example.gold.mentions), list_codes(result.mentions))
        sets.append(result)
    return places, codes, sets


def train_pipeline(
    config: str, resources: Resources, train: Sequence[Example]
) -> tuple[Pipeline, float]:
    pipeline = Pipeline(parse_config(config, where="benchmark"), resources)
    start = time.process_time()
    pipeline.train(train)
    return pipeline, time.process_time() - start


HEAD = "| what | precision | recall | F |\n| --- | --- | --- | --- |"
ABLATIONS = {
    "without clusters": "clusters=false",
    "without terminologies": "dictionary=false",
    "without the lexicon": "lexicon=false",
    "without long forms as features": "long_forms=false",
    "with parts of speech": "parts_of_speech=true",
    "without roots": "roots=false",
    "without shapes": "shapes=false",
    "without affixes": "affixes=1",
}


def ncbi(args: argparse.Namespace) -> None:
    folder = args.data / "ncbi_disease"
    train = examples(read(folder / "train.pubtator.txt"), "Disease")
    test = examples(read(folder / "devel.pubtator.txt"), "Disease")
    terms = open_terminology("diseases", args.data, args.work)
    resources = Resources(terms={"diseases": terms}, clusters=make_clusters(args.data, args.work))
    coding = '[[component]]\nuse = "normalise"\nsystems = ["MESH", "OMIM"]\nsubset = "disorders"\n'
    pipeline, seconds = train_pipeline(ENTITIES + args.set + coding, resources, train)
    places, codes, _ = score(pipeline, test)
    print(f"trained in {seconds:.0f} s\n\n{HEAD}")
    print(places.row("entities, exact spans"))
    print(codes.row("end to end, span and concept"))
    print(f"\nnormalisation with given mentions: {score_normalisation(pipeline, test)}")
    if args.ablate:
        ablate(resources, train, test)


def score_normalisation(pipeline: Pipeline, test: Sequence[Example]) -> str:
    right = total = 0
    for example in test:
        analysis = Analysis(example.analysis.doc)
        analysis.take(example.gold)
        gold = [set(list_codes([mention])) for mention in analysis.mentions]
        pipeline.components[-1](analysis)
        for mention, gold_codes in zip(analysis.mentions, gold, strict=True):
            result = set(list_codes([mention]))
            right += bool(result) and result <= gold_codes
            total += 1
    return f"{right} of {total} right, accuracy {right / total:.4f}"


def ablate(resources: Resources, train: Sequence[Example], test: Sequence[Example]) -> None:
    print(f"\n{HEAD}")
    for name, change in {"all features": "", **ABLATIONS}.items():
        config = ENTITIES + (f"features = {{ {change} }}\n" if change else "")
        pipeline, _ = train_pipeline(config, resources, train)
        print(score(pipeline, test)[0].row(name), flush=True)
    for name, change in (
        ("without following long forms", "long_forms=false\n"),
        ("B I O tags only", "plain=true\n"),
    ):
        pipeline, _ = train_pipeline(ENTITIES + change, resources, train)
        print(score(pipeline, test)[0].row(name), flush=True)


def bc5cdr(args: argparse.Namespace) -> None:
    folder = args.data / "bc5cdr"
    train = examples(read(folder / "train.pubtator.txt"))
    test = examples(read(folder / "devel.pubtator.txt"))
    resources = open_resources(args)
    pipeline, seconds = train_pipeline(ENTITIES + args.set, resources, train)
    places, _, _ = score(pipeline, test)
    print(f"trained in {seconds:.0f} s\n\n{HEAD}")
    for key in ("all", "Chemical", "Disease"):
        print(places.row(key, key))


def open_resources(args: argparse.Namespace) -> Resources:
    terms = {name: open_terminology(name, args.data, args.work) for name in SOURCES}
    return Resources(terms=terms, clusters=make_clusters(args.data, args.work))


def maccrobat(args: argparse.Namespace) -> None:
    everything = examples(read(args.data / "maccrobat"))
    random.Random(0).shuffle(everything)
    resources, tally = open_resources(args), Tally()
    for fold in range(args.only or args.folds):
        train = [doc for number, doc in enumerate(everything) if number % args.folds != fold]
        pipeline, seconds = train_pipeline(ENTITIES + args.set, resources, train)
        for example in everything[fold :: args.folds]:
            result = pipeline.annotate(example.analysis.doc)
            tally.add(spans(example.gold.mentions), spans(result.mentions))
        print(f"fold {fold}: trained in {seconds:.0f} s; so far {tally.row('all')}", flush=True)
    print(f"\n{HEAD}")
    for key, _ in tally.gold.most_common():
        print(tally.row(key, key))


def discontiguous(args: argparse.Namespace) -> None:
    print("| corpus | discontiguous mentions | recall | B I O only |\n| --- | --- | --- | --- |")
    for name, train, test in corpora(args.data):
        gold_codes = [
            {m.spans for m in example.gold.mentions if len(m.spans) > 1} for example in test
        ]
        total = sum(map(len, gold_codes))
        shares = []
        for plain in ("", "plain = true\n"):
            pipeline, _ = train_pipeline(ENTITIES + args.set + plain, Resources(), train)
            result = [
                {m.spans for m in pipeline.annotate(example.analysis.doc).mentions}
                for example in test
            ]
            right = sum(len(a & b) for a, b in zip(gold_codes, result, strict=True))
            shares.append(f"{right} ({right / max(1, total):.2f})")
        print(f"| {name} | {total} | {' | '.join(shares)} |", flush=True)


def corpora(data: Path) -> Iterator[tuple[str, list[Example], list[Example]]]:
    from goldsmith.examples.notes import load_documents as notes
    from goldsmith_demo.make import make_documents

    made = list(make_documents(30, seed=5, schemas=("clef",)))
    train, test = made[: 2 * len(made) // 3], made[2 * len(made) // 3 :]
    yield "made-up notes (clef)", examples(train), examples(test)
    hand = examples(notes())
    yield "hand-written notes (clef), half", hand[::2], hand[1::2]
    craft = examples(read(data / "craft_coref"))
    yield "craft_coref", craft[:40], craft[40:]
    reports = examples(read(data / "maccrobat"))
    yield "maccrobat", reports[:100], reports[100:]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=("ncbi", "bc5cdr", "maccrobat", "discontiguous"))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("/tmp/goldsmith-quality"))
    parser.add_argument("--ablate", action="store_true")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--only", type=int, default=0, help="stop after this many folds")
    parser.add_argument("--use", default="", help="another entity component")
    parser.add_argument("--set", default="", help="options of the component entities, as TOML")
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    args.set = args.set.replace(";", "\n") + "\n"
    if args.use:
        globals()["ENTITIES"] = f'[[component]]\nuse = "{args.use}"\n'
    globals()[args.what](args)


if __name__ == "__main__":
    main()
