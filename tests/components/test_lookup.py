"""Mentions by look-up: types by a subset or one for all, codes, overlaps, several terminologies."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.components.lookup import LookUp, Options
from goldsmith.core import Code, Document, Mention
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Pipeline, Resources, load, parse
from goldsmith.project.terms.find import Filter
from goldsmith.project.terms.preannotate import Annotator
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.store import Terminology

TEXT = "Lung cancers and fever. Started tamoxifen. No lung cancer."


def concept(code: str, system: str, type_: str, *names: str) -> Concept:
    first, *others = names
    every = (Name(first, "preferred"), *map(Name, others))
    return Concept(code, system, every, types=(type_,))


def compiled(folder: Path, *concepts: Concept) -> Terminology:
    compile_concepts(concepts, folder, name=folder.name)
    return Terminology(folder)


@pytest.fixture(scope="module")
def terms(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Terminology]:
    folder = tmp_path_factory.mktemp("terms")
    return {
        "disorders": compiled(
            folder / "disorders",
            concept("1", "MADE", "disorder", "lung cancer", "cancer of the lung"),
            concept("2", "MADE", "disorder", "fever", "pyrexia"),
            concept("3", "MADE", "disorder", "cancer pain"),
        ),
        "others": compiled(
            folder / "others",
            concept("D1", "HEAD", "disorder", "lung cancer"),
            concept("D2", "HEAD", "procedure", "fever", "fever therapy"),
            concept("D3", "HEAD", "drug", "tamoxifen"),
        ),
    }


def found(given: dict[str, Terminology], text: str = TEXT, **options: object) -> list[Mention]:
    work = Analysis(Document("d", text))
    LookUp(Options(**options), Resources(terms=given))(work)  # type: ignore[arg-type]
    return work.mentions


def shown(mentions: list[Mention], text: str = TEXT) -> list[tuple[str, str]]:
    return [(one.type, text[one.start : one.end]) for one in mentions]


def test_types_follow_the_subset_and_codes_every_system(terms: dict[str, Terminology]) -> None:
    mentions = found(terms, subset="clef")
    assert shown(mentions) == [
        ("Condition", "Lung cancers"),
        ("Condition", "fever"),
        ("Drug-or-device", "tamoxifen"),
        ("Condition", "lung cancer"),
    ]
    assert mentions[0].codes == (
        Code("D1", "HEAD", "lung cancer"),
        Code("1", "MADE", "lung cancer"),
    )
    assert mentions[1].codes == (Code("2", "MADE", "fever"),)
    assert len({one.id for one in mentions}) == 4 and not mentions[0].attributes


def test_one_type_for_all_without_codes(terms: dict[str, Terminology]) -> None:
    mentions = found(terms, type="Finding", codes=False, terms=("disorders",))
    assert shown(mentions) == [
        ("Finding", "Lung cancers"),
        ("Finding", "fever"),
        ("Finding", "lung cancer"),
    ]
    assert not any(one.codes for one in mentions)


def test_overlaps_are_a_choice(terms: dict[str, Terminology]) -> None:
    text = "lung cancer pain"
    longest = found(terms, text, subset="clef")
    every = found(terms, text, subset="clef", overlap="all")
    assert shown(longest, text) == [("Condition", "lung cancer")]
    assert [text[one.start : one.end] for one in every] == [
        "lung cancer",
        "cancer pain",
    ]


def test_exact_and_typos(terms: dict[str, Terminology]) -> None:
    text = "LUNG CANCER, lung cancers, tamoxifne."
    assert len(found(terms, text, subset="clef")) == 2
    assert len(found(terms, text, subset="clef", exact=True)) == 1
    assert shown(found(terms, text, subset="clef", typos=True), text)[-1] == (
        "Drug-or-device",
        "tamoxifne",
    )


def test_a_high_threshold_leaves_what_is_surely_meant(terms: dict[str, Terminology]) -> None:
    every = found(terms, subset="clef", explain=True)
    sure = [one.spans for one in every if one.attributes["lookup:worth"] == "100"]
    kept = found(terms, subset="clef", threshold=100)
    assert [one.spans for one in kept] == sure and 0 < len(sure) < len(every)


def test_it_finds_what_preannotate_finds(terms: dict[str, Terminology]) -> None:
    annotator = Annotator(list(terms.values()), Filter(subset="clef"))
    [doc] = annotator.annotated([Document("d", TEXT)])
    own = found(terms, subset="clef", explain=True)
    theirs = doc.sets[annotator.name].mentions
    assert [(m.type, m.spans, m.codes, m.attributes) for m in own] == [
        (m.type, m.spans, m.codes, m.attributes) for m in theirs
    ]


def test_it_goes_before_assertion_and_survives_saving(
    terms: dict[str, Terminology], tmp_path: Path
) -> None:
    toml = f"""
[terms]
small = "{terms["disorders"].folder}"
[[component]]
use = "lookup"
subset = "clef"
[[component]]
use = "assertion"
classifier = false
"""
    config = parse(toml, where="test")
    made = Pipeline(config, Resources(terms={"small": terms["disorders"]}))
    made.train([])
    made.save(tmp_path / "m")
    again = load(tmp_path / "m", find=lambda _: terms["disorders"])
    sets = [one(TEXT).sets["system"].mentions for one in (made, again)]
    assert sets[0] == sets[1]
    assert [one.attributes["status"] for one in sets[0]] == ["confirmed", "confirmed", "negated"]


ODD = (
    "", " ", ".", "'s", "lung", "cancer", "lung cancer", "Cancer of the", " lung.", "fever\n", "\n",
    "FEVER AND LUNG CANCER WERE DENIED", "fièvre, fever", "e\u0301", "\u0301fever", "😀 tamoxifen",
    "LUNG", "tamoxifne", "lung cancer pain", "fever (pyrexia);", "\x00", "fever" * 9, TEXT,
)  # fmt: skip


@given(st.lists(st.sampled_from(ODD), max_size=40), st.booleans())
@settings(deadline=None)
def test_several_at_once_give_what_each_gives_alone(
    terms: dict[str, Terminology], texts: list[str], typos: bool
) -> None:
    component = LookUp(Options(subset="clef", explain=True, typos=typos), Resources(terms=terms))
    alone = [Analysis(Document("d", text)) for text in texts]
    together = [Analysis(Document("d", text)) for text in texts]
    for work in alone:
        component(work)
    component.many(together)
    assert [work.mentions for work in together] == [work.mentions for work in alone]


def test_what_is_missing_is_said(terms: dict[str, Terminology]) -> None:
    with pytest.raises(InputError, match="lookup has no terminology"):
        found({})
    with pytest.raises(InputError, match="which type the mentions get"):
        found(terms)
    with pytest.raises(InputError, match="gives no entity types"):
        found(terms, subset="disorders")
    with pytest.raises(InputError, match="no terminology 'x'"):
        found(terms, subset="clef", terms=("x",))
