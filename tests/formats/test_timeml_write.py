"""Tests of TimeML: writing and losses."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Mention,
    Metadata,
    Note,
    Relation,
    Span,
    canonicalise,
)
from goldsmith.errors import LossError
from goldsmith.formats import count_losses, get, read, write
from goldsmith.testing import documents
from goldsmith.testing.strategies import find_lacking_features


def make_document(text: str, *mentions: Mention, relations: tuple[Relation, ...] = ()) -> Document:
    return Document("n", text, sets={"gold": AnnotationSet("gold", mentions, relations)})


def count_timeml_losses(doc: Document) -> dict[str, int]:
    return dict(count_losses(doc, get("timeml")))


def test_written_file_matches_expected_bytes(tmp_path: Path) -> None:
    past = {"class": "OCCURRENCE", "tense": "PAST"}
    mentions = (
        Mention("ei4", "EVENT", (Span(0, 4),), past),
        Mention("m", "EVENT", (Span(0, 4),), {**past, "polarity": "NEG"}),
        Mention("x", "EVENT", (Span(0, 4),), {"class": "STATE"}),
        Mention("T9", "TIMEX3", (Span(8, 18),), {"value": '"a"\n', "timeml:anchorTimeID": "dct"}),
        Mention("T8", "TIMEX3", (Span(8, 12),), {"type": "DATE"}),
        Mention("s3", "SIGNAL", (Span(5, 7),)),
        Mention("t7", "TIMEX3", (), {"value": "P1D"}),
        Mention(
            "dct",
            "TIMEX3",
            (),
            {"value": "2008-03-14", "functionInDocument": "CREATION_TIME", "timeml:text": "14.3."},
        ),
    )
    annotation_set = AnnotationSet(
        "gold",
        mentions,
        (
            Relation("r", "TLINK", "m", "T9", {"relType": "BEFORE", "timeml:signalID": "s3"}),
            Relation("q", "SLINK", "T8", "x"),
            Relation("l1", "ALINK", "x", "m"),
        ),
        (),
        (Note("sure?", "r"), Note("who?", "m")),
    )
    doc = Document(
        "a/n1",
        "seen on Mon & &amp;\r\n",
        Metadata(date="2008-03-14", extra={"title": "A <b>"}),
        sets={"gold": annotation_set},
    )
    write([doc], tmp_path / "out", "timeml")
    assert (tmp_path / "out/a/n1.tml").read_bytes().decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<TimeML xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" '
        'xsi:noNamespaceSchemaLocation="http://timeml.org/timeMLdocs/TimeML_1.2.1.xsd">\n'
        "\n<DOCID>n1</DOCID>\n"
        '\n<DCT><TIMEX3 tid="t3" value="2008-03-14" functionInDocument="CREATION_TIME">14.3.'
        "</TIMEX3></DCT>\n"
        "\n<TITLE>A &lt;b&gt;</TITLE>\n"
        '\n<TEXT><EVENT eid="e1" class="OCCURRENCE"><EVENT eid="e2" class="STATE">seen</EVENT>'
        '</EVENT> <SIGNAL sid="s3">on</SIGNAL> '
        '<TIMEX3 tid="t1" value=\'"a"&#10;\' anchorTimeID="t3">'
        '<TIMEX3 tid="t2" type="DATE">Mon </TIMEX3>&amp; &amp;amp</TIMEX3>;&#13;\n</TEXT>\n\n'
        '<TIMEX3 tid="t7" value="P1D"/>\n'
        '<MAKEINSTANCE eiid="ei4" eventID="e1" tense="PAST"/>\n'
        '<MAKEINSTANCE eiid="ei1" eventID="e1" tense="PAST" polarity="NEG" comment="who?"/>\n'
        '<MAKEINSTANCE eiid="ei2" eventID="e2"/>\n'
        '<TLINK lid="l2" eventInstanceID="ei1" relatedToTime="t1" relType="BEFORE" signalID="s3" '
        'comment="sure?"/>\n'
        '<SLINK lid="l3" timeID="t2" subordinatedEventInstance="ei2"/>\n'
        '<ALINK lid="l1" eventInstanceID="ei2" relatedToEventInstance="ei1"/>\n'
        "</TimeML>\n"
    )


def test_date_without_mention_is_written_to_the_dct(tmp_path: Path) -> None:
    doc = Document("n", "fever", Metadata(date="2008-03"))
    write([doc], tmp_path / "out", "timeml")
    content = (tmp_path / "out/n.tml").read_text()
    assert (
        '<DCT><TIMEX3 tid="t0" type="DATE" value="2008-03" temporalFunction="false" '
        'functionInDocument="CREATION_TIME" comment="date of the document">2008-03</TIMEX3></DCT>'
    ) in content
    [back] = read(tmp_path / "out")
    assert back.metadata == doc.metadata and back.sets["gold"].mentions == ()


def test_unsupported_types_are_lost(tmp_path: Path) -> None:
    doc = make_document(
        "fever on Monday",
        Mention("a", "Condition", (Span(0, 5),)),
        Mention("b", "EVENT", (Span(0, 5),)),
        Mention("c", "SIGNAL", (Span(6, 8),)),
        relations=(
            Relation("1", "TLINK", "a", "b"),
            Relation("2", "TLINK", "b", "c"),
            Relation("3", "has_location", "b", "b"),
            Relation("4", "ALINK", "b", "b"),
        ),
    )
    assert count_timeml_losses(doc) == {
        "other-types": 1,
        "links-of-what-is-lost-or-a-signal": 2,
        "other-relation-types": 1,
    }
    with pytest.raises(LossError, match="other-types"):
        write([doc], tmp_path / "out", "timeml")
    write([doc], tmp_path / "out", "timeml", allow_loss=["all"])
    [back] = read(tmp_path / "out")
    assert [m.type for m in back.sets["gold"].mentions] == ["EVENT", "SIGNAL"]
    assert [rel.type for rel in back.sets["gold"].relations] == ["ALINK"]


def test_crossing_mentions_are_lost_and_nested_ones_are_not(tmp_path: Path) -> None:
    nested = (
        Mention("a", "EVENT", (Span(0, 8),)),
        Mention("b", "TIMEX3", (Span(0, 5),)),
        Mention("c", "SIGNAL", (Span(6, 8),)),
        Mention("d", "TIMEX3", (Span(8, 15),)),
    )
    assert count_timeml_losses(make_document("fever on Monday", *nested)) == {}
    crossing = Mention("e", "SIGNAL", (Span(4, 7),))
    doc = make_document("fever on Monday", *nested, crossing)
    assert count_timeml_losses(doc) == {"crossing": 1}
    write([doc], tmp_path / "out", "timeml", allow_loss=["crossing"])
    [back] = read(tmp_path / "out")
    assert canonicalise(back) == canonicalise(make_document("fever on Monday", *nested))


def test_other_losses_are_counted() -> None:
    time = {"functionInDocument": "CREATION_TIME", "value": "2008-03-14"}
    annotation_set = AnnotationSet(
        "gold",
        (
            Mention("a", "EVENT", (Span(0, 2), Span(3, 5)), {"brat:event": "X", "eid": "e1"}),
            Mention("t", "TIMEX3", (), time, (Code("C1"),)),
        ),
        notes=(Note("x"), Note("y", "a"), Note("z", "a"), Note("k", "t", "question")),
    )
    metadata = Metadata("P1", date="2008", extra={"title": " ", "ward": "7", "timeml:docid": "n"})
    assert count_timeml_losses(Document("n", "fever", metadata, sets={"gold": annotation_set})) == {
        "discontiguous": 1,
        "codes": 1,
        "names-not-for-timeml": 2,
        "notes-beyond-one-comment": 3,
        "metadata-but-date-and-title": 4,
        "date-unlike-the-document-time": 1,
    }


_TYPES = {"Condition": "EVENT", "Drug-or-device": "TIMEX3", "Locus": "SIGNAL"}
_LINKS = {"has_location": "TLINK", "co_refers": "SLINK", "MODIFY": "ALINK"}


_ATTRIBUTES: list[Mapping[str, str]] = [
    {},
    {"class": "STATE"},
    {"class": "OCCURRENCE", "stem": "x"},
    {"functionInDocument": "CREATION_TIME", "value": "2008-03-14T09:00"},
]


@st.composite
def timeml_documents(draw: st.DrawFn) -> Document:
    """Generate documents with the types of TimeML."""
    doc = draw(documents(without=find_lacking_features(get("timeml").carries)))
    [annotation_set] = doc.sets.values()
    mentions = []
    for mention in annotation_set.mentions:
        attributes = {**mention.attributes, **draw(st.sampled_from(_ATTRIBUTES))}
        kind = _TYPES.get(mention.type, "EVENT")
        mentions.append(replace(mention, type=kind, attributes=attributes))
    relations = [replace(rel, type=_LINKS[rel.type]) for rel in annotation_set.relations]
    metadata = Metadata(date=draw(st.sampled_from(["", "2008-03-14", "2008-03-14"])))
    changed = replace(annotation_set, mentions=tuple(mentions), relations=tuple(relations))
    return replace(doc, metadata=metadata, sets={annotation_set.name: changed})


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(doc=timeml_documents())
def test_documents_with_timeml_types_survive_a_round_trip(
    tmp_path_factory: pytest.TempPathFactory, doc: Document
) -> None:
    out = tmp_path_factory.mktemp("timeml") / "out"
    write([doc], out, "timeml", allow_loss=["all"])
    [back] = read(out, "timeml")
    if not count_timeml_losses(doc):
        assert canonicalise(back) == canonicalise(doc)
