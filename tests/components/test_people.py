"""People by rules: pronouns, and names after an honorific. Brackets mark the expected mentions."""

from __future__ import annotations

import re
from typing import Any

import pytest

from goldsmith.components.people import Options, People
from goldsmith.core import Document, Provenance, load_builtin_schema, validate
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Resources


def find(text: str, schema: str = "odie", **options: Any) -> Analysis:
    analysis = Analysis(Document("d", text))
    People(Options(**options), Resources(schema=load_builtin_schema(schema)))(analysis)
    return analysis


@pytest.mark.parametrize(
    "marked",
    [
        "[Mrs. Jane O'Brien] was seen by Dr Smith.",
        "[Mr Smith]'s wife says that [she] saw [her] doctor.",
        "[I] examined [her], and [he] thanked [us].",
        "[Ms de la Cruz] and [Mr J. P. van Dyke] felt well.",
        "[MRS STORR] attended. MR ANGIOGRAM normal. MS CONTIN 15 mg.",
        "Stage I disease; type I diabetes; I/O chart.",
        "US of the liver. The IT department. It was sent to [my] colleague, [who] agreed.",
        "[His] pain is worse, which [he] blames on it.",
    ],
)
def test_people_are_found(marked: str) -> None:
    text = re.sub(r"[\[\]]", "", marked)
    analysis = find(text)
    spans = [mention.spans[0] for mention in analysis.mentions]
    for span in reversed(spans):
        text = f"{text[: span.start]}[{text[span.start : span.end]}]{text[span.end :]}"
    assert text == marked


def test_odie_markables_have_their_attributes() -> None:
    analysis = find("Mrs Roe says her arm hurts, which worries her.", pronouns="all")
    values = [tuple(mention.attributes.values()) for mention in analysis.mentions]
    assert values == [
        ("proper noun phrase", "people", "surface subject"),
        ("possessive pronoun", "people", "modifier"),
        ("relative pronoun", "none", "surface subject"),
        ("personal pronoun", "people", "direct object"),
    ]
    result = analysis.to_annotation_set("people", schema="odie", provenance=Provenance())
    assert not list(validate(analysis.doc, result, load_builtin_schema("odie")))


def test_i2b2_distinguishes_people_and_things() -> None:
    analysis = find("She has a bleed which grew; Mr Roe left.", "i2b2-2011", pronouns="all")
    assert [mention.type for mention in analysis.mentions] == ["person", "pronoun", "person"]


def test_options_choose_the_rules() -> None:
    text = "Mr Roe came. Dr Poe saw him."
    assert len(find(text, pronouns="none").mentions) == 1
    assert len(find(text, honorifics=()).mentions) == 1
    assert len(find(text, honorifics=("Dr",), pronouns="none").mentions) == 1
    assert find(text, "clef", type="Person").mentions[0].type == "Person"


def test_type_must_be_defined() -> None:
    with pytest.raises(InputError, match="the type of mentions of people is not defined"):
        find("She", "clef")
