"""Tests of BioC XML: writing and losses."""

from pathlib import Path

import pytest
from bioc import biocxml
from msgspec.structs import replace

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Metadata,
    Note,
    Provenance,
    Relation,
    Section,
    Span,
    canonicalise,
)
from goldsmith.errors import LossError
from goldsmith.formats import read, write

FORMAT = "bioc-xml"


def make_full_document() -> Document:
    text = "HISTORY: fever\r\nand cough.\nPLAN: rest"
    gold = AnnotationSet(
        "gold",
        (
            Mention("T1", "Finding", (Span(9, 14),), {"status": "new", "type": "x"}),
            Mention(
                "T2",
                "Finding",
                (Span(9, 11), Span(20, 25)),
                codes=(Code("C0010200", "UMLS", "Coughing"), Code("R05", "ICD-10")),
            ),
            Mention("T3", "Date", ()),
        ),
        (Relation("R1", "after", "T2", "T1", {"sure": "no"}),),
        (Group("G1", "same", ("T1", "T2", "T3")),),
        (Note("ask", "T1", "Query"), Note("again", "T1"), Note("all read")),
        provenance=Provenance("human", "A1", sources=("a", "b")),
    )
    metadata = Metadata("P1", date="2008-03-14", extra={"ward": "7", "type": "y"})
    sections = (Section(Span(0, 26), "history", "HISTORY:"), Section(Span(27, 37), "plan"))
    return Document("n1", text, metadata, sections, {"gold": gold})


EXPECTED = (
    "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n"
    "<collection><source>Goldsmith</source>\n<date></date>\n<key></key>\n"
    '<document><id>n1</id><infon key="patient">P1</infon><infon key="date">2008-03-14</infon>'
    '<infon key="ward">7</infon><infon key="metadata:type">y</infon>'
    '<infon key="set.kind:gold">human</infon><infon key="set.agent:gold">A1</infon>'
    '<infon key="set.source.1:gold">a</infon><infon key="set.source.2:gold">b</infon>'
    '<infon key="set.note:gold">all read</infon>'
    '<passage><infon key="type">history</infon><infon key="title">HISTORY:</infon>'
    "<offset>0</offset><text>HISTORY: fever&#13;\nand cough.</text>"
    '<annotation id="T1"><infon key="type">Finding</infon><infon key="set">gold</infon>'
    '<infon key="status">new</infon><infon key="attribute:type">x</infon>'
    '<infon key="note">ask</infon><infon key="note.kind">Query</infon>'
    '<infon key="note.2">again</infon>'
    '<location offset="9" length="5"/><text>fever</text></annotation>'
    '<annotation id="T2"><infon key="type">Finding</infon><infon key="set">gold</infon>'
    '<infon key="identifier">UMLS:C0010200,ICD-10:R05</infon><infon key="name">Coughing</infon>'
    '<location offset="9" length="2"/><location offset="20" length="5"/>'
    "<text>fe cough</text></annotation>"
    '<annotation id="T3"><infon key="type">Date</infon><infon key="set">gold</infon>'
    "<text></text></annotation></passage>"
    '<passage><infon key="type">plan</infon><offset>27</offset><text>PLAN: rest</text></passage>'
    '<relation id="R1"><infon key="type">after</infon><infon key="set">gold</infon>'
    '<infon key="sure">no</infon><node refid="T2" role="Arg1"/><node refid="T1" role="Arg2"/>'
    '</relation><relation id="G1"><infon key="type">same</infon><infon key="set">gold</infon>'
    '<node refid="T1" role="member"/><node refid="T2" role="member"/>'
    '<node refid="T3" role="member"/></relation></document>\n'
    "</collection>"
)


def test_written_file_matches_expected_bytes(tmp_path: Path) -> None:
    write([make_full_document()], tmp_path / "out", FORMAT)
    assert (tmp_path / "out" / "corpus.xml").read_bytes().decode() == EXPECTED
    [back] = read(tmp_path / "out", FORMAT)
    assert canonicalise(back) == canonicalise(make_full_document())
    assert back.sets["gold"].mentions_by_id().keys() == {"T1", "T2", "T3"}


def test_default_set_name_is_not_written(tmp_path: Path) -> None:
    mention = Mention("T1", "Finding", (Span(0, 5),))
    doc = Document("n1", "fever", sets={"gold": AnnotationSet("gold", (mention,))})
    write([doc], tmp_path / "out.xml", FORMAT)
    assert "gold" not in (tmp_path / "out.xml").read_text("utf-8")
    [back] = read(tmp_path / "out.xml", FORMAT, set_name="other")
    assert list(back.sets) == ["other"]


def test_sets_with_equal_ids_and_empty_sets_stay_distinct(tmp_path: Path) -> None:
    mentions = (Mention("T1", "Finding", (Span(0, 5),)), Mention("T2", "Finding", (Span(0, 5),)))
    links = (Relation("R1", "same", "T1", "T2"),)
    sets = {name: AnnotationSet(name, mentions, links) for name in ("a", "b")}
    doc = Document("n1", "fever", sets={**sets, "c": AnnotationSet("c")})
    write([doc], tmp_path / "out.xml", FORMAT)
    [back] = read(tmp_path / "out.xml", FORMAT)
    assert list(back.sets) == ["a", "b", "c"]
    assert canonicalise(back) == canonicalise(doc)


def test_codes_and_names_unfit_for_a_list_are_preserved(tmp_path: Path) -> None:
    codes = (Code("a,b|c", "http://snomed.info/sct", "Burn, minor"), Code("a b", "X"), Code("-"))
    attributes = {"identifier": "1", "name": "n", "note": "no note", "attribute:x": "y", "MESH": ""}
    mention = Mention("T1", "", (Span(0, 5),), attributes, codes)
    doc = Document("n1", "fever", sets={"gold": AnnotationSet("gold", (mention,))})
    write([doc], tmp_path / "out.xml", FORMAT)
    [back] = read(tmp_path / "out.xml", FORMAT)
    assert back.sets["gold"].mentions == (replace(mention, text="fever"),)


def test_bioc_package_reads_written_file(tmp_path: Path) -> None:
    write([make_full_document()], tmp_path / "out.xml", FORMAT)
    with open(tmp_path / "out.xml", "rb") as stream:
        [doc] = biocxml.load(stream).documents
    assert [passage.text for passage in doc.passages] == [
        "HISTORY: fever\r\nand cough.",
        "PLAN: rest",
    ]
    first, second, third = doc.passages[0].annotations
    assert [(location.offset, location.length) for location in second.locations] == [
        (9, 2),
        (20, 5),
    ]
    assert [node.refid for node in doc.relations[0].nodes] == [second.id, first.id]
    assert third.locations == []


def test_overlapping_sections_and_empty_groups_are_reported_as_losses(tmp_path: Path) -> None:
    sections = (Section(Span(0, 4)), Section(Span(2, 5)))
    sets = {"gold": AnnotationSet("gold", groups=(Group("G1", "same", ()),))}
    doc = Document("n1", "fever", sections=sections, sets=sets)
    with pytest.raises(LossError) as caught:
        write([doc], tmp_path / "out.xml", FORMAT)
    assert caught.value.losses == {"overlapping-sections": 1, "groups-without-members": 1}
    write([doc], tmp_path / "out.xml", FORMAT, allow_loss=["all"])
    [back] = read(tmp_path / "out.xml", FORMAT)
    assert back.sections == sections[:1]


def test_control_characters_in_names_are_a_loss(tmp_path: Path) -> None:
    mention = Mention("T1", "Find\x01ing", (Span(0, 5),), codes=(Code("C\x02", "U"),))
    doc = Document(
        "n1", "fever", Metadata("P\x03"), sets={"gold": AnnotationSet("gold", (mention,))}
    )
    with pytest.raises(LossError) as caught:
        write([doc], tmp_path / "out.xml", FORMAT)
    assert caught.value.losses == {"control-characters": 3}
    write([doc], tmp_path / "out.xml", FORMAT, allow_loss=["all"])
    [back] = read(tmp_path / "out.xml", FORMAT)
    assert back.sets["gold"].mentions[0].type == "Find\ufffding"
