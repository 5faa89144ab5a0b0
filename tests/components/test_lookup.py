"""Mentions by look-up: types, codes, overlaps, several terminologies."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.components.lookup import LookUp, Options
from goldsmith.core import Code, Document, Mention
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Pipeline, Resources, load, parse_config
from goldsmith.project.terms.find import Filter
from goldsmith.project.terms.preannotate import Annotator
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.store import Terminology

TEXT = "Lung cancers and fever. Started tamoxifen. No lung cancer."


def make_concept(code: str, system: str, type_: str, *names: str) -> Concept:
    first, *others = names
    every = (Name(first, "preferred"), *map(Name, others))
    return Concept(code, system, every, types=(type_,))


def compile_terminology(folder: Path, *concepts: Concept) -> Terminology:
    compile_concepts(concepts, folder, name=folder.name)
    return Terminology(folder)


@pytest.fixture(scope="module")
def terms(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Terminology]:
    folder = tmp_path_factory.mktemp("terms")
    return {
        "disorders": compile_terminology(
            folder / "disorders",
            make_concept("1", "MADE", "disorder", "lung cancer", "cancer of the lung"),
            make_concept("2", "MADE", "disorder", "fever", "pyrexia"),
            make_concept("3", "MADE", "disorder", "cancer pain"),
        ),
        "others": compile_terminology(
            folder / "others",
            make_concept("D1", "HEAD", "disorder", "lung cancer"),
            make_concept("D2", "HEAD", "procedure", "fever", "fever therapy"),
            make_concept("D3", "HEAD", "drug", "tamoxifen"),
        ),
    }


def find(
    terminologies: dict[str, Terminology], text: str = TEXT, **options: object
) -> list[Mention]:
    analysis = Analysis(Document("d", text))
    LookUp(Options(**options), Resources(terms=terminologies))(analysis)  # type: ignore[arg-type]
    return analysis.mentions


def show(mentions: list[Mention], text: str = TEXT) -> list[tuple[str, str]]:
    return [(mention.type, text[mention.start : mention.end]) for mention in mentions]


def test_subset_sets_types_and_every_system_gives_a_code(terms: dict[str, Terminology]) -> None:
    mentions = find(terms, subset="clef")
    assert show(mentions) == [
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
    assert len({mention.id for mention in mentions}) == 4 and not mentions[0].attributes


def test_one_type_for_all_mentions_without_codes(terms: dict[str, Terminology]) -> None:
    mentions = find(terms, type="Finding", codes=False, terms=("disorders",))
    assert show(mentions) == [
        ("Finding", "Lung cancers"),
        ("Finding", "fever"),
        ("Finding", "lung cancer"),
    ]
    assert not any(mention.codes for mention in mentions)


def test_overlap_policies(terms: dict[str, Terminology]) -> None:
    text = "lung cancer pain"
    longest = find(terms, text, subset="clef")
    every = find(terms, text, subset="clef", overlap="all")
    assert show(longest, text) == [("Condition", "lung cancer")]
    assert [text[mention.start : mention.end] for mention in every] == [
        "lung cancer",
        "cancer pain",
    ]


def test_exact_and_typos(terms: dict[str, Terminology]) -> None:
    text = "LUNG CANCER, lung cancers, tamoxifne."
    assert len(find(terms, text, subset="clef")) == 2
    assert len(find(terms, text, subset="clef", exact=True)) == 1
    assert show(find(terms, text, subset="clef", typos=True), text)[-1] == (
        "Drug-or-device",
        "tamoxifne",
    )


def test_high_threshold_keeps_reliable_matches(terms: dict[str, Terminology]) -> None:
    every = find(terms, subset="clef", explain=True)
    sure = [mention.spans for mention in every if mention.attributes["lookup:worth"] == "100"]
    selected = find(terms, subset="clef", threshold=100)
    assert [mention.spans for mention in selected] == sure and 0 < len(sure) < len(every)


def test_lookup_finds_the_same_mentions_as_preannotate(terms: dict[str, Terminology]) -> None:
    annotator = Annotator(list(terms.values()), Filter(subset="clef"))
    [doc] = annotator.annotate([Document("d", TEXT)])
    own = find(terms, subset="clef", explain=True)
    theirs = doc.sets[annotator.name].mentions
    assert [(m.type, m.spans, m.codes, m.attributes) for m in own] == [
        (m.type, m.spans, m.codes, m.attributes) for m in theirs
    ]


def test_lookup_before_assertion_survives_saving(
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
    config = parse_config(toml, where="test")
    trained = Pipeline(config, Resources(terms={"small": terms["disorders"]}))
    trained.train([])
    trained.save(tmp_path / "m")
    loaded = load(tmp_path / "m", find=lambda _: terms["disorders"])
    sets = [part(TEXT).sets["system"].mentions for part in (trained, loaded)]
    assert sets[0] == sets[1]
    assert [mention.attributes["status"] for mention in sets[0]] == [
        "confirmed",
        "confirmed",
        "negated",
    ]


ODD = (
    "", " ", ".", "'s", "lung", "cancer", "lung cancer", "Cancer of the", " lung.", "fever\n", "\n",
    "FEVER AND LUNG CANCER WERE DENIED", "fièvre, fever", "e\u0301", "\u0301fever", "😀 tamoxifen",
    "LUNG", "tamoxifne", "lung cancer pain", "fever (pyrexia);", "\x00", "fever" * 9, TEXT,
)  # fmt: skip


@given(st.lists(st.sampled_from(ODD), max_size=40), st.booleans())
@settings(deadline=None)
def test_batch_gives_the_same_mentions_as_single_documents(
    terms: dict[str, Terminology], texts: list[str], typos: bool
) -> None:
    component = LookUp(Options(subset="clef", explain=True, typos=typos), Resources(terms=terms))
    alone = [Analysis(Document("d", text)) for text in texts]
    together = [Analysis(Document("d", text)) for text in texts]
    for analysis in alone:
        component(analysis)
    component.many(together)
    assert [analysis.mentions for analysis in together] == [analysis.mentions for analysis in alone]


def test_missing_terminology_or_type_is_refused(terms: dict[str, Terminology]) -> None:
    with pytest.raises(InputError, match="lookup has no terminology"):
        find({})
    with pytest.raises(InputError, match="type of the mentions is not defined"):
        find(terms)
    with pytest.raises(InputError, match="has no entity types"):
        find(terms, subset="disorders")
    with pytest.raises(InputError, match="no terminology 'x'"):
        find(terms, subset="clef", terms=("x",))
