"""Retired codes: the queue of successors, and a corpus recoded from it."""

from functools import partial
from pathlib import Path

import pytest
from tests.terminology.builders import make_concept

import goldsmith
from goldsmith.core import CUI_LESS, AnnotationSet, Code, Document, Mention, Span
from goldsmith.errors import InputError
from goldsmith.project.corpus.sources import Source
from goldsmith.project.terms.retired import (
    RecodingResult,
    RetiredCodes,
    find_retired,
    format_queue,
    read_queue,
    recode,
)
from goldsmith.project.terms.stamps import stamp_terminologies
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.store import Terminology

concept = partial(make_concept, system="MADE")
CONCEPTS = [
    concept("5", "fever"),
    concept("6", "ague", retired=True, replaced_by=("9",)),
    concept("9", "intermittent fever", retired=True, replaced_by=("5",)),
    concept("10", "cyst of breast"),
    concept("11", "cyst of lung"),
    concept("12", "cyst", retired=True, replaced_by=("10", "11")),
    concept("13", "lung cancer"),
    concept("14", "cancer of lung, lung cancer", retired=True),
    concept("15", "zzyzx", retired=True),
]
CODES = ["6", "6", "12", "14", "15", "5", "77", CUI_LESS]


@pytest.fixture
def terms(tmp_path: Path) -> list[Terminology]:
    compile_concepts(CONCEPTS, tmp_path / "made", name="made")
    return [Terminology(tmp_path / "made")]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    mentions = tuple(
        Mention(f"m{number}", "Condition", (Span(number, number + 1),), codes=(make_code(code),))
        for number, code in enumerate(CODES)
    )
    gold = AnnotationSet("gold", mentions)
    goldsmith.write([Document("n1", "Mr Quigley", sets={"gold": gold})], tmp_path / "c", "corpus")
    return tmp_path / "c"


def make_code(code: str) -> Code:
    return Code(code) if code == CUI_LESS else Code(code, "MADE")


def find(corpus: Path, terms: list[Terminology]) -> RetiredCodes:
    return find_retired(Source(str(corpus)), terms)


def apply(corpus: Path, queue: Path, terms: list[Terminology]) -> RecodingResult:
    decisions = read_queue(queue, terms)
    stamps = stamp_terminologies(terms)
    out = corpus.parent / "recoded"
    return recode(Source(str(corpus)), decisions, terms, out, coded_with=stamps)


def test_queue_lists_retired_codes_with_successors(corpus: Path, terms: list[Terminology]) -> None:
    queue = find(corpus, terms)
    rows = {
        entry.code: (entry.how, [row.code for row in entry.successors]) for entry in queue.codes
    }
    assert rows["6"] == ("replaced", ["5"])  # through 9, which is retired too
    assert rows["12"] == ("several", ["10", "11"])
    assert rows["14"][0] == "by name" and rows["14"][1][0] == "13"
    assert rows["15"] == ("none", [])
    assert queue.codes[0].code == "6" and queue.codes[0].mentions == 2
    assert queue.codes[0].places[0] == "n1 [gold] m0 0–1"
    assert queue.unknown == {"MADE:77": 1} and queue.coded == 8


def test_corpus_is_recoded_from_the_queue(
    corpus: Path, terms: list[Terminology], tmp_path: Path
) -> None:
    queue = tmp_path / "queue.csv"
    text = format_queue(find(corpus, terms))
    lines = text.splitlines()
    assert "MADE,6,ague,2,1,replaced,MADE:5,fever,,," in lines
    filled = [
        line.replace("several,,", "several,MADE:11,").replace("none,,", f"none,{CUI_LESS},")
        for line in lines
    ]
    queue.write_text("\n".join([*filled, "MADE,6,,,,,MADE:13,,,n1,m1"]) + "\n")
    recoded = apply(corpus, queue, terms)
    doc = next(iter(goldsmith.read(recoded.out)))
    codes = [mention.codes[0].code for mention in doc.sets["gold"].mentions]
    assert codes == ["5", "13", "11", "14", CUI_LESS, "5", "77", CUI_LESS]
    assert doc.sets["gold"].mentions[0].codes[0].name == "fever"
    assert (recoded.mentions, recoded.remaining) == (4, 1)
    assert [entry.name for entry in Source(recoded.out).read_terms()] == ["made"]


def test_invalid_lines_are_listed_all_at_once(
    corpus: Path, terms: list[Terminology], tmp_path: Path
) -> None:
    queue = tmp_path / "queue.csv"
    queue.write_text(
        "system,code,successor\nMADE,6,MADE:99\nMADE,12,MADE:9\nMADE,14,MADE:13\nMADE,14,MADE:5\n"
    )
    with pytest.raises(InputError, match="3 lines are invalid") as error:
        apply(corpus, queue, terms)
    assert "line 2: there is no concept 'MADE:99'" in str(error.value)
    assert "line 3: 'MADE:9' is itself retired" in str(error.value)
    assert "line 5: this code has another successor above" in str(error.value)
    assert not (corpus.parent / "recoded").exists()


def test_queue_needs_its_columns(terms: list[Terminology], tmp_path: Path) -> None:
    (tmp_path / "queue.csv").write_text("code\n6\n")
    with pytest.raises(InputError, match="successor, system are missing"):
        read_queue(tmp_path / "queue.csv", terms)
    with pytest.raises(InputError, match="cannot be read"):
        read_queue(tmp_path / "no.csv", terms)
