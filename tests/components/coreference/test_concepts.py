"""Synonyms and generic names from a terminology, without codes on the mentions."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.components.coreference import Coreference, Options
from goldsmith.core import Document, Mention, Span, load_builtin_schema
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Resources
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.store import Terminology


@pytest.fixture(scope="module")
def terms(tmp_path_factory: pytest.TempPathFactory) -> Terminology:
    folder: Path = tmp_path_factory.mktemp("terms") / "small"
    rows = {
        "1": (("thyroid disease",), ()),
        "2": (("hypothyroidism", "underactive thyroid"), ("1",)),
        "3": (("hepatic cancer", "liver cancer"), ()),
        "4": (("mitral stenosis", "MS"), ()),
        "5": (("multiple sclerosis", "MS"), ()),
    }
    concepts = [
        Concept(code, "T", tuple(map(Name, names)), parents=parents)
        for code, (names, parents) in rows.items()
    ]
    compile_concepts(concepts, folder, name="small")
    return Terminology(folder)


def link(terms: Terminology | None, *words: str) -> list[tuple[str, str, str]]:
    """Link words in separate sentences; return anaphor, antecedent and Bagga class."""
    text = "".join(f"There is {word} now. " for word in words)
    analysis = Analysis(Document("d", text))
    start = 0
    for number, word in enumerate(words):
        start = text.index(word, start)
        analysis.mentions.append(
            Mention(f"m{number}", "markable", (Span(start, start + len(word)),))
        )
        start += len(word)
    resources = Resources(
        schema=load_builtin_schema("odie"), terms={"small": terms} if terms else {}
    )
    Coreference(Options(), resources)(analysis)
    place = {mention.id: int(mention.id[1:]) for mention in analysis.mentions}
    return [
        (words[place[rel.arg1]], words[place[rel.arg2]], rel.attributes["bagga_class"])
        for rel in analysis.relations
    ]


def test_two_names_of_a_concept_are_linked(terms: Terminology) -> None:
    words = "hypothyroidism", "the underactive thyroid"
    assert not link(None, *words)
    assert link(terms, *words) == [(words[1], words[0], "synonyms")]


def test_a_synonymous_modifier_does_not_prevent_a_link(terms: Terminology) -> None:
    words = "liver cancer", "the hepatic cancer"
    assert not link(None, *words)
    assert link(terms, *words) == [(words[1], words[0], "identical lexical heads")]


def test_the_name_of_an_ancestor_is_linked_to_an_earlier_descendant(terms: Terminology) -> None:
    words = "hypothyroidism", "the thyroid disease"
    assert link(terms, *words) == [(words[1], words[0], "ontology knowledge")]
    assert not link(terms, *reversed(words))


def test_an_ambiguous_abbreviation_is_not_linked(terms: Terminology) -> None:
    assert not link(terms, "mitral stenosis", "fatigue", "the MS")


def test_an_unknown_terminology_is_refused(terms: Terminology) -> None:
    with pytest.raises(InputError, match="no terminology 'large'"):
        resources = Resources(schema=load_builtin_schema("odie"), terms={"small": terms})
        Coreference(Options(terms=("large",)), resources)
