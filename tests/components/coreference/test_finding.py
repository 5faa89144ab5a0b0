"""Markables that the component finds itself, and its use of existing mentions."""

from __future__ import annotations

import re

import pytest

from goldsmith.components.coreference import Coreference, Options
from goldsmith.core import Document, Mention, Provenance, Span, load_builtin_schema, validate
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Resources


def find(text: str, schema: str = "odie", mentions: tuple[Mention, ...] = ()) -> Analysis:
    analysis = Analysis(Document("d", text))
    analysis.mentions = list(mentions)
    resources = Resources(schema=load_builtin_schema(schema))
    Coreference(Options(markables="find"), resources)(analysis)
    return analysis


def mark(analysis: Analysis) -> str:
    """Return the text with brackets around its mentions."""
    text = analysis.text
    for mention in sorted(analysis.mentions, key=lambda m: (m.start, -m.end), reverse=True):
        text = f"{text[: mention.start]}[{text[mention.start : mention.end]}]{text[mention.end :]}"
    return text


@pytest.mark.parametrize(
    "marked",
    [
        "[The patient] was seen. [She] says that [her] pain is worse.",
        "[Mr Hill] came with a friend. [This 60-year-old man] is well, and [he] thanked the nurse.",
        "Kind regards\n[Jane Holt]\n[Consultant Surgeon]",
        "Rain all day. No change.",
    ],
)
def test_people_and_pronouns_are_found_and_those_without_a_partner_dropped(marked: str) -> None:
    assert mark(find(re.sub(r"[\[\]]", "", marked))) == marked


def test_a_noun_phrase_is_found_if_its_noun_is_generic_or_was_mentioned() -> None:
    text = "He has a melanoma. The tumour is large. The nodules and the chair. The nodules grew."
    start = text.index("a melanoma")
    analysis = find(text, mentions=(Mention("m1", "markable", (Span(start, start + 10),)),))
    assert mark(analysis) == text.replace("a melanoma", "[a melanoma]").replace(
        "The tumour", "[The tumour]"
    )
    (pair,) = analysis.relations
    assert pair.attributes["relation_type"] == "identity"


def test_mentions_are_extended_to_noun_phrases() -> None:
    text = "She has left breast cancer. The left breast cancer was excised."
    starts = [match.start() for match in re.finditer("breast cancer", text)]
    mentions = tuple(
        Mention(f"m{n}", "markable", (Span(start, start + 13),)) for n, start in enumerate(starts)
    )
    assert mark(find(text, mentions=mentions)) == (
        "She has [left breast cancer]. [The left breast cancer] was excised."
    )


def test_types_and_attributes_follow_the_schema() -> None:
    text = "The patient had a scan, which she hated. It was normal."
    analysis = find(text, "i2b2-2011")
    types = {text[m.start : m.end]: m.type for m in analysis.mentions}
    assert types == {"The patient": "person", "she": "person", "which": "pronoun", "It": "pronoun"}
    odie = find("Mrs Roe came. She is well.")
    result = odie.to_annotation_set("s", schema="odie", provenance=Provenance())
    assert not list(validate(odie.doc, result, load_builtin_schema("odie")))
    assert [m.attributes["grammatical_category"] for m in result.mentions] == [
        "proper noun phrase",
        "personal pronoun",
    ]


def test_a_schema_without_people_is_refused() -> None:
    with pytest.raises(InputError, match="cannot find markables"):
        Coreference(Options(markables="find"), Resources(schema=load_builtin_schema("clef")))
