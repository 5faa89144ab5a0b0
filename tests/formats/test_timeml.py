"""Tests of TimeML: reading golden files in the style of TempEval and TimeBank."""

from pathlib import Path

import pytest

from goldsmith.core import Document, Mention, Metadata, Note, Relation, canonicalise
from goldsmith.formats import read, write

GOLDEN = Path(__file__).parent / "golden" / "timeml"


@pytest.fixture
def golden_doc() -> Document:
    [doc] = read(GOLDEN / "clinic_0417.tml")
    return doc


@pytest.fixture
def timebank_doc() -> Document:
    [doc] = read(GOLDEN / "timebank_style.tml")
    return doc


def test_text_is_the_content_without_tags(golden_doc: Document) -> None:
    assert golden_doc.text == (
        "\n\nThe biopsy was done on 14 March 2008.\n"
        "😀 He was told that radiotherapy may begin two weeks from today; "
        "he takes folate < 5 mg daily.\n\nBled twice & recovered.\n"
    )


def test_metadata_is_read(golden_doc: Document) -> None:
    assert golden_doc.id == "clinic_0417"
    assert golden_doc.metadata == Metadata(
        date="2008-03-28",
        extra={
            "timeml:docid": "CLINIC20080328.0417",
            "title": "Follow-up after biopsy",
            "timeml:extrainfo": "\nward 7  LETTER \n\n\n typed by K \n",
        },
    )


def test_creation_time_is_a_mention_without_spans(golden_doc: Document) -> None:
    assert golden_doc.sets["gold"].mentions[0] == Mention(
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


def test_instance_attributes_are_added_to_the_event(golden_doc: Document) -> None:
    mentions = golden_doc.sets["gold"].mentions_by_id()
    assert golden_doc.get_covered_text(mentions["ei5"]) == "begin"
    assert mentions["ei5"].attributes == {
        "class": "ASPECTUAL",
        "tense": "INFINITIVE",
        "aspect": "NONE",
        "polarity": "POS",
        "pos": "VERB",
        "modality": "may",
    }
    assert mentions["ei2"].attributes["stem"] == "do"


def test_two_instances_become_two_mentions_with_the_same_span(golden_doc: Document) -> None:
    mentions = golden_doc.sets["gold"].mentions_by_id()
    first, second = mentions["ei6"], mentions["ei7"]
    assert golden_doc.get_covered_text(first) == golden_doc.get_covered_text(second) == "Bled"
    assert (first.attributes["polarity"], second.attributes["polarity"]) == ("POS", "NEG")
    assert first.attributes["cardinality"] == "2" and "cardinality" not in second.attributes


def test_nested_times_are_read_and_empty_ones_have_no_spans(golden_doc: Document) -> None:
    mentions = golden_doc.sets["gold"].mentions_by_id()
    assert golden_doc.get_covered_text(mentions["t2"]) == "two weeks from today"
    assert golden_doc.get_covered_text(mentions["t3"]) == "two weeks"
    assert mentions["t4"].spans == ()
    assert mentions["t4"].attributes["value"] == "2008-04-11"
    assert golden_doc.get_covered_text(mentions["t5"]) == "daily"
    assert mentions["t5"].attributes == {
        "type": "SET",
        "value": "P1D",
        "quant": "EVERY",
        "freq": "1D",
    }


def test_mentions_are_in_the_order_of_their_tags(golden_doc: Document) -> None:
    order = "t0 ei1 ei2 s1 t1 ei3 ei4 ei5 t2 t3 t4 t5 ei6 ei7".split()
    assert [mention.id for mention in golden_doc.sets["gold"].mentions] == order


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
def test_date_is_read_from_the_creation_time(tmp_path: Path, value: str, date: str) -> None:
    time = f'<TIMEX3 tid="t0" value="{value}">{value}</TIMEX3>'
    (tmp_path / "n.tml").write_text(f"<TimeML><DCT>{time}</DCT><TEXT>x</TEXT></TimeML>")
    [doc] = read(tmp_path)
    assert doc.metadata == Metadata(date=date)
    [mention] = doc.sets["gold"].mentions
    assert mention.attributes == {"value": value, "functionInDocument": "CREATION_TIME"}


def test_attributes_that_contain_ids_are_renamed(golden_doc: Document) -> None:
    mentions = golden_doc.sets["gold"].mentions_by_id()
    assert mentions["t2"].attributes["timeml:anchorTimeID"] == "t0"
    assert mentions["t3"].attributes["timeml:beginPoint"] == "t0"
    assert mentions["t3"].attributes["timeml:endPoint"] == "t4"
    assert mentions["ei6"].attributes["timeml:signalID"] == "s1"
    assert golden_doc.get_covered_text(mentions["s1"]) == "on"


def test_links_become_relations(golden_doc: Document) -> None:
    assert golden_doc.sets["gold"].relations == (
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


def test_comments_become_notes(golden_doc: Document) -> None:
    assert golden_doc.sets["gold"].notes == (
        Note("who by?", "ei3"),
        Note("not sure", "t2"),
        Note("the first time", "l3"),
    )


def test_timebank_file_without_text_element_is_read(timebank_doc: Document) -> None:
    assert timebank_doc.text == "\nCLINIC.19\nLETTER\n19980108\n\nShe was seen by Dr Quill.\n\n"
    assert timebank_doc.metadata == Metadata(date="1998-01-08")
    time, event, name = timebank_doc.sets["gold"].mentions
    assert timebank_doc.get_covered_text(time) == "19980108"
    assert (event.id, event.attributes["tense"]) == ("e1", "PAST")
    assert (name.type, timebank_doc.get_covered_text(name), name.attributes) == (
        "ENAMEX",
        "Dr Quill",
        {"TYPE": "PERSON"},
    )
    [link] = timebank_doc.sets["gold"].relations
    assert (link.type, link.arg1, link.arg2) == ("TLINK", "e1", "t9")


def test_golden_file_survives_a_round_trip(golden_doc: Document, tmp_path: Path) -> None:
    write([golden_doc], tmp_path / "out", "timeml")
    [back] = read(tmp_path / "out")
    assert canonicalise(back) == canonicalise(golden_doc)
    assert {m.id for m in back.sets["gold"].mentions} == {
        m.id for m in golden_doc.sets["gold"].mentions
    }


def test_declared_encoding_is_used(tmp_path: Path) -> None:
    content = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<TimeML><TEXT>café</TEXT></TimeML>'
    (tmp_path / "n.tml").write_bytes(content.encode("latin-1"))
    [doc] = read(tmp_path)
    assert doc.text == "café"
