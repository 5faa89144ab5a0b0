"""TimeML: golden files as TempEval and TimeBank have them, the way back, losses, bad input."""

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
    canonical,
)
from goldsmith.errors import InputError, LossError
from goldsmith.formats import get, losses, read, write
from goldsmith.testing import documents
from goldsmith.testing.strategies import lacking

GOLDEN = Path(__file__).parent / "golden" / "timeml"


@pytest.fixture
def letter() -> Document:
    [doc] = read(GOLDEN / "clinic_0417.tml")
    return doc


@pytest.fixture
def old() -> Document:
    [doc] = read(GOLDEN / "timebank_style.tml")
    return doc


def document(text: str, *mentions: Mention, relations: tuple[Relation, ...] = ()) -> Document:
    return Document("n", text, sets={"gold": AnnotationSet("gold", mentions, relations)})


def lost(doc: Document) -> dict[str, int]:
    return dict(losses(doc, get("timeml")))


# Golden files


def test_the_text_is_what_stands_between_the_tags(letter: Document) -> None:
    assert letter.text == (
        "\n\nThe biopsy was done on 14 March 2008.\n"
        "😀 He was told that radiotherapy may begin two weeks from today; "
        "he takes folate < 5 mg daily.\n\nBled twice & recovered.\n"
    )


def test_what_is_known_about_the_document(letter: Document) -> None:
    assert letter.id == "clinic_0417"
    assert letter.metadata == Metadata(
        date="2008-03-28",
        extra={
            "timeml:docid": "CLINIC20080328.0417",
            "title": "Follow-up after biopsy",
            "timeml:extrainfo": "\nward 7  LETTER \n\n\n typed by K \n",
        },
    )


def test_the_creation_time_is_a_time_of_the_whole_document(letter: Document) -> None:
    assert letter.sets["gold"].mentions[0] == Mention(
        "t0",
        "TIMEX3",
        (),
        {
            "type": "TIME",
            "functionInDocument": "CREATION_TIME",
            "temporalFunction": "false",
            "value": "2008-03-28T09:42:00",
            "timeml:text": "28/03/2008 09:42:00",
        },
    )


def test_an_instance_is_folded_into_its_event(letter: Document) -> None:
    mentions = letter.sets["gold"].by_id()
    assert letter.covered(mentions["ei5"]) == "begin"
    assert mentions["ei5"].attributes == {
        "class": "ASPECTUAL",
        "tense": "INFINITIVE",
        "aspect": "NONE",
        "polarity": "POS",
        "pos": "VERB",
        "modality": "may",
    }
    assert mentions["ei2"].attributes["stem"] == "do"


def test_two_instances_of_an_event_are_two_mentions_of_one_place(letter: Document) -> None:
    mentions = letter.sets["gold"].by_id()
    first, second = mentions["ei6"], mentions["ei7"]
    assert letter.covered(first) == letter.covered(second) == "Bled"
    assert (first.attributes["polarity"], second.attributes["polarity"]) == ("POS", "NEG")
    assert first.attributes["cardinality"] == "2" and "cardinality" not in second.attributes


def test_times_nest_and_empty_ones_have_no_place(letter: Document) -> None:
    mentions = letter.sets["gold"].by_id()
    assert letter.covered(mentions["t2"]) == "two weeks from today"
    assert letter.covered(mentions["t3"]) == "two weeks"
    assert mentions["t4"].spans == ()
    assert mentions["t4"].attributes["value"] == "2008-04-11"
    assert letter.covered(mentions["t5"]) == "daily"
    assert mentions["t5"].attributes == {
        "type": "SET",
        "value": "P1D",
        "quant": "EVERY",
        "freq": "1D",
    }


def test_mentions_come_in_the_order_of_their_tags(letter: Document) -> None:
    order = "t0 ei1 ei2 s1 t1 ei3 ei4 ei5 t2 t3 t4 t5 ei6 ei7".split()
    assert [mention.id for mention in letter.sets["gold"].mentions] == order


@pytest.mark.parametrize(
    ("value", "date"),
    [
        ("2008", "2008"),
        ("2008-03", "2008-03"),
        ("2008-03-14", "2008-03-14"),
        ("2008-03-14T09:00", "2008-03-14"),
        ("20080314", ""),
        ("2008-W11", ""),
        ("PRESENT_REF", ""),
    ],
)
def test_the_date_is_read_from_values_that_have_one(tmp_path: Path, value: str, date: str) -> None:
    time = f'<TIMEX3 tid="t0" value="{value}">{value}</TIMEX3>'
    (tmp_path / "n.tml").write_text(f"<TimeML><DCT>{time}</DCT><TEXT>x</TEXT></TimeML>")
    [doc] = read(tmp_path)
    assert doc.metadata == Metadata(date=date)
    [mention] = doc.sets["gold"].mentions
    assert mention.attributes == {"value": value, "functionInDocument": "CREATION_TIME"}


def test_attributes_that_hold_ids_are_marked(letter: Document) -> None:
    mentions = letter.sets["gold"].by_id()
    assert mentions["t2"].attributes["timeml:anchorTimeID"] == "t0"
    assert mentions["t3"].attributes["timeml:beginPoint"] == "t0"
    assert mentions["t3"].attributes["timeml:endPoint"] == "t4"
    assert mentions["ei6"].attributes["timeml:signalID"] == "s1"
    assert letter.covered(mentions["s1"]) == "on"


def test_links_are_relations(letter: Document) -> None:
    assert letter.sets["gold"].relations == (
        Relation(
            "l1",
            "TLINK",
            "ei2",
            "t1",
            {"relType": "IS_INCLUDED", "timeml:signalID": "s1", "origin": "USER"},
        ),
        Relation("l2", "TLINK", "t1", "t0", {"relType": "BEFORE"}),
        Relation("l3", "TLINK", "ei6", "ei7", {"relType": "BEFORE"}),
        Relation("l4", "SLINK", "ei3", "ei5", {"relType": "MODAL"}),
        Relation("l5", "ALINK", "ei5", "ei4", {"relType": "INITIATES"}),
    )


def test_comments_are_notes(letter: Document) -> None:
    assert letter.sets["gold"].notes == (
        Note("who by?", "ei3"),
        Note("not sure", "t2"),
        Note("the first time", "l3"),
    )


def test_a_file_of_the_first_timebank_has_no_text_element(old: Document) -> None:
    assert old.text == "\nCLINIC.19\nLETTER\n19980108\n\nShe was seen by Dr Quill.\n\n"
    assert old.metadata == Metadata(date="1998-01-08")
    time, seen, name = old.sets["gold"].mentions
    assert old.covered(time) == "19980108"
    assert (seen.id, seen.attributes["tense"]) == ("e1", "PAST")
    assert (name.type, old.covered(name), name.attributes) == (
        "ENAMEX",
        "Dr Quill",
        {"TYPE": "PERSON"},
    )
    [link] = old.sets["gold"].relations
    assert (link.type, link.arg1, link.arg2) == ("TLINK", "e1", "t9")


def test_the_letter_comes_back(letter: Document, tmp_path: Path) -> None:
    write([letter], tmp_path / "out", "timeml")
    [back] = read(tmp_path / "out")
    assert canonical(back) == canonical(letter)
    assert {m.id for m in back.sets["gold"].mentions} == {
        m.id for m in letter.sets["gold"].mentions
    }


# Writing


def test_writing(tmp_path: Path) -> None:
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
    one = AnnotationSet(
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
        sets={"gold": one},
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


def test_a_date_without_a_mention_stands_in_the_dct_and_makes_none(tmp_path: Path) -> None:
    doc = Document("n", "fever", Metadata(date="2008-03"))
    write([doc], tmp_path / "out", "timeml")
    content = (tmp_path / "out/n.tml").read_text()
    assert (
        '<DCT><TIMEX3 tid="t0" type="DATE" value="2008-03" temporalFunction="false" '
        'functionInDocument="CREATION_TIME" comment="date of the document">2008-03</TIMEX3></DCT>'
    ) in content
    [back] = read(tmp_path / "out")
    assert back.metadata == doc.metadata and back.sets["gold"].mentions == ()


def test_types_that_timeml_does_not_have_are_lost(tmp_path: Path) -> None:
    doc = document(
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
    assert lost(doc) == {
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


def test_crossing_is_lost_and_nesting_is_not(tmp_path: Path) -> None:
    nested = (
        Mention("a", "EVENT", (Span(0, 8),)),
        Mention("b", "TIMEX3", (Span(0, 5),)),
        Mention("c", "SIGNAL", (Span(6, 8),)),
        Mention("d", "TIMEX3", (Span(8, 15),)),
    )
    assert lost(document("fever on Monday", *nested)) == {}
    crossing = Mention("e", "SIGNAL", (Span(4, 7),))
    doc = document("fever on Monday", *nested, crossing)
    assert lost(doc) == {"crossing": 1}
    write([doc], tmp_path / "out", "timeml", allow_loss=["crossing"])
    [back] = read(tmp_path / "out")
    assert canonical(back) == canonical(document("fever on Monday", *nested))


def test_other_losses_are_named() -> None:
    time = {"functionInDocument": "CREATION_TIME", "value": "2008-03-14"}
    one = AnnotationSet(
        "gold",
        (
            Mention("a", "EVENT", (Span(0, 2), Span(3, 5)), {"brat:event": "X", "eid": "e1"}),
            Mention("t", "TIMEX3", (), time, (Code("C1"),)),
        ),
        notes=(Note("x"), Note("y", "a"), Note("z", "a"), Note("k", "t", "question")),
    )
    known = Metadata("P1", date="2008", extra={"title": " ", "ward": "7", "timeml:docid": "n"})
    assert lost(Document("n", "fever", known, sets={"gold": one})) == {
        "discontiguous": 1,
        "codes": 1,
        "names-not-for-timeml": 2,
        "notes-beyond-one-comment": 3,
        "metadata-but-date-and-title": 4,
        "date-unlike-the-document-time": 1,
    }


_TYPES = {"Condition": "EVENT", "Drug-or-device": "TIMEX3", "Locus": "SIGNAL"}
_LINKS = {"has_location": "TLINK", "co_refers": "SLINK", "MODIFY": "ALINK"}
_MORE: list[Mapping[str, str]] = [
    {},
    {"class": "STATE"},
    {"class": "OCCURRENCE", "stem": "x"},
    {"functionInDocument": "CREATION_TIME", "value": "2008-03-14T09:00"},
]


@st.composite
def timeml_documents(draw: st.DrawFn) -> Document:
    """Documents in the types of TimeML."""
    doc = draw(documents(without=lacking(get("timeml").carries)))
    [one] = doc.sets.values()
    mentions = []
    for mention in one.mentions:
        attributes = {**mention.attributes, **draw(st.sampled_from(_MORE))}
        kind = _TYPES.get(mention.type, "EVENT")
        mentions.append(replace(mention, type=kind, attributes=attributes))
    relations = [replace(rel, type=_LINKS[rel.type]) for rel in one.relations]
    known = Metadata(date=draw(st.sampled_from(["", "2008-03-14", "2008-03-14"])))
    changed = replace(one, mentions=tuple(mentions), relations=tuple(relations))
    return replace(doc, metadata=known, sets={one.name: changed})


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(doc=timeml_documents())
def test_documents_of_timeml_types_come_back(
    tmp_path_factory: pytest.TempPathFactory, doc: Document
) -> None:
    out = tmp_path_factory.mktemp("timeml") / "out"
    write([doc], out, "timeml", allow_loss=["all"])
    [back] = read(out, "timeml")
    if not lost(doc):
        assert canonical(back) == canonical(doc)


# Bad input

TEXT = '<TEXT>secret <EVENT eid="e1" class="STATE">fever</EVENT>\n</TEXT>\n'
INSTANCE = '<MAKEINSTANCE eventID="e1" eiid="ei1"/>\n'


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        (TEXT.replace("</TEXT>", ""), "n.tml:4: this is not well-formed XML"),
        (TEXT + TEXT, "n.tml:4: <TEXT> is there twice"),
        (TEXT.replace('eid="e1" ', ""), "n.tml:2: <EVENT> has no 'eid'"),
        ('<TEXT>a <TIMEX3 type="DATE">secret</TIMEX3></TEXT>', "n.tml:2: <TIMEX3> has no 'tid'"),
        (
            TEXT.replace("</TEXT>", '<EVENT eid="e1">secret</EVENT></TEXT>'),
            "n.tml:3: the eid e1 is used twice",
        ),
        (TEXT + INSTANCE + INSTANCE, "n.tml:4: n, ei1: the id is used 2 times"),
        (
            TEXT + INSTANCE.replace('"e1"', '"e9"'),
            "n.tml:4: its eventID points at no EVENT; expected the eid of an EVENT",
        ),
        (TEXT + '<MAKEINSTANCE eventID="e1"/>', "n.tml:4: <MAKEINSTANCE> has no 'eiid'"),
        (
            TEXT + INSTANCE + '<TLINK lid="l1" eventInstanceID="ei1" relatedToTime="t9"/>',
            "n.tml:5: n, l1: its second argument t9 does not exist",
        ),
        (
            TEXT + '<TLINK lid="l1" eventInstanceID="ei1"/>',
            "n.tml:4: <TLINK> has no second argument",
        ),
        (TEXT + '<SLINK lid="l1" relatedToTime="t1"/>', "n.tml:4: <SLINK> has no first argument"),
        (
            TEXT + '<CLINK id="1" source="ei1" target="ei2"/>',
            "n.tml:4: <CLINK> is no part of TimeML 1.2.1",
        ),
        (
            TEXT + '<TITLE>secret <EVENT eid="e2">fever</EVENT></TITLE>',
            "n.tml:4: <TITLE> annotates text outside <TEXT>",
        ),
        (
            '<DCT>secret <SIGNAL sid="s1">on</SIGNAL></DCT>' + TEXT,
            "n.tml:2: <SIGNAL> annotates text outside <TEXT>; expected only TIMEX3",
        ),
        (
            TEXT + '<TIMEX3 tid="t1">secret</TIMEX3>',
            "n.tml:4: <TIMEX3> annotates text outside <TEXT>",
        ),
    ],
)
def test_bad_input_names_file_and_line(tmp_path: Path, inside: str, says: str) -> None:
    (tmp_path / "n.tml").write_text(f"<TimeML>\n{inside}</TimeML>")
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "timeml"))
    assert says in str(caught.value)
    assert "secret" not in str(caught.value) and "fever" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("<data>secret</data>", "n.tml:1: this is not TimeML; expected <TimeML> as the root"),
        (
            '<!DOCTYPE TimeML [\n<!ENTITY a "secret">]>\n<TimeML>&a;</TimeML>',
            "n.tml:2: the file defines XML entities",
        ),
        (
            '<!DOCTYPE TimeML [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<TimeML>&a;</TimeML>',
            "n.tml:1: the file defines XML entities",
        ),
        (
            '<!DOCTYPE TimeML SYSTEM "TimeML.dtd">\n<TimeML>secret &QL; fever</TimeML>',
            "n.tml:2: the file uses an entity of a DTD, which is not read",
        ),
        (b"<TimeML>\ncaf\xe9 secret</TimeML>", "n.tml:2: this is not well-formed XML"),
    ],
)
def test_files_of_another_kind(tmp_path: Path, content: str | bytes, says: str) -> None:
    raw = content.encode() if isinstance(content, str) else content
    (tmp_path / "n.tml").write_bytes(raw)
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "timeml"))
    assert says in str(caught.value) and "secret" not in str(caught.value)


def test_a_declared_encoding_is_honoured(tmp_path: Path) -> None:
    content = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<TimeML><TEXT>café</TEXT></TimeML>'
    (tmp_path / "n.tml").write_bytes(content.encode("latin-1"))
    [doc] = read(tmp_path)
    assert doc.text == "café"
