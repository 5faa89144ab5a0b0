"""Make the vocabulary of clinical words that no other list of the privacy package contains.

usage: python -m scripts.identifier_vocabulary --terms FOLDER --plain FILE.jsonl.gz
                                               [--abstracts FILE.txt ...] [--out FILE]

A word belongs to the vocabulary if it is rare in general English, is neither a name in the census
nor a town, and several sources use it: the terms of terminologies whose licences allow this (MeSH,
Disease Ontology, ICD-10-CM, names of drugs), the first of every five notes without marks, abstracts
in the PubTator format. Only checksums of the words are written, 4 bytes each, sorted and
compressed. Train the model again afterwards.
"""

from __future__ import annotations

import argparse
import gzip
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from scripts.train_identifier_model import PLAIN_STEP, load_benchmark

from goldsmith.privacy import words
from goldsmith.privacy.scoring import gazetteers
from goldsmith.privacy.scoring.evidence import USUAL, get_zipf

OUT = Path(__file__).parent.parent / "src" / "goldsmith" / "privacy" / "data" / "vocabulary.bin"
#: A word counts twice for a source if this many of its terms, notes or abstracts contain it.
OFTEN = {"terms": 3, "notes": 2, "abstracts": 2}
MIN_SCORE = 2
MIN_LENGTH = 3
#: The branches of MeSH for places, people and publications.
_OTHER_TREES = ("K", "M", "V", "Z")
_WORD = re.compile(r"(?<![^\W_])[a-z]+(?![^\W_]|['’])")
_OBO = re.compile(r'^(?:name: (.*)|synonym: "(.*?)")', re.MULTILINE)
_ICD = re.compile(r"<(?:desc|note)>([^<]*)<")
_ABSTRACT = re.compile(r"^(\d+)\|[at]\|(.*)$", re.MULTILINE)


def read_terms(folder: Path) -> Iterator[str]:
    """Read the terms of the terminologies in a folder."""
    mesh = folder / "mesh_mondo_doid_json" / "mesh_id_label_mappings.tsv.gz"
    for line in _read(mesh).split("\n"):
        _, label, synonyms, trees, *_ = (*line.split("\t"), "", "", "", "")
        if not trees or not all(tree.startswith(_OTHER_TREES) for tree in trees.split("|")):
            yield from (label, *synonyms.split("|"))
    for name, synonym in _OBO.findall(_read(folder / "do" / "doid_2016-09-01.obo.gz")):
        yield name or synonym
    for path in sorted((folder / "icd10cm").glob("*.xml.gz")):
        yield from _ICD.findall(_read(path))
    for line in _read(folder / "drugs" / "drug_synonyms.tsv.gz").split("\n"):
        variant, drug, *_ = (*line.split("\t"), "", "")
        if "&" not in variant:  # remnants of markup
            yield f"{variant} {drug}"


def read_abstracts(path: Path) -> list[str]:
    """Read the abstracts of a file with their titles."""
    parts: dict[str, list[str]] = defaultdict(list)
    for number, text in _ABSTRACT.findall(path.read_text("utf-8")):
        parts[number].append(text)
    return [" ".join(texts) for texts in parts.values()]


def _read(path: Path) -> str:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return file.read()


def count_words(texts: Iterable[str]) -> Counter[str]:
    """Count the texts that contain each word."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(set(_WORD.findall(text.lower())))
    return counts


def select_words(counts: dict[str, Counter[str]]) -> list[str]:
    """Select the words that sources use several times and that no other list contains."""
    return sorted(
        word
        for word in set().union(*counts.values())
        if _score(word, counts) >= MIN_SCORE and is_unlisted(word)
    )


def _score(word: str, counts: dict[str, Counter[str]]) -> int:
    return sum(
        (source != "abstracts" and count[word] > 0) + (count[word] >= OFTEN[source])
        for source, count in counts.items()
    )


def is_unlisted(word: str) -> bool:
    """Return whether a lower-case word is rare, and is not a name, a town or in a word list."""
    towns, _ = gazetteers.load_towns()
    return (
        len(word) >= MIN_LENGTH
        and get_zipf(word) < USUAL
        and not any(
            word in names
            for names in (gazetteers.load_surnames(), gazetteers.load_first_names(), towns)
        )
        and word not in words.load_folded("clinical")
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Count, select and write the words."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--terms", type=Path, required=True)
    parser.add_argument("--plain", type=Path, required=True)
    parser.add_argument("--abstracts", type=Path, nargs="*", default=[])
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args(arguments)
    counts = {
        "terms": count_words(read_terms(options.terms)),
        "notes": count_words(load_benchmark().read_plain(options.plain)[::PLAIN_STEP]),
        "abstracts": count_words(t for path in options.abstracts for t in read_abstracts(path)),
    }
    chosen = select_words(counts)
    content = words.encode_vocabulary(chosen)
    options.out.write_bytes(content)
    print(f"{options.out}: {len(chosen):,} words, {len(content):,} bytes")


if __name__ == "__main__":
    main()
