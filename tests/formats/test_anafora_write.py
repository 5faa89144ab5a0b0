"""Tests of Anafora: writing and losses."""

from pathlib import Path

import pytest

from goldsmith.core import (
    CUI_LESS,
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Note,
    Relation,
    Span,
    canonicalise,
)
from goldsmith.errors import LossError
from goldsmith.formats import count_losses, get, read, write


def count_anafora_losses(doc: Document) -> dict[str, int]:
    return dict(count_losses(doc, get("anafora")))


def test_written_file_matches_expected_xml(tmp_path: Path) -> None:
    annotation_set = AnnotationSet(
        "A1",
        (
            Mention(
                "7@e@n1@A1",
                "Disease",
                (Span(0, 5),),
                {"status": "<new>", "anafora:parentsType": "Entities", "anafora:seen": "twice"},
                (Code("C0015967", "UMLS"), Code(CUI_LESS)),
            ),
            Mention("m", "Drug", (Span(6, 8), Span(10, 13))),
            Mention("d", "DOCTIME", ()),
        ),
        (
            Relation("R1", "Location", "m", "7@e@n1@A1", {"anafora:property": "true"}),
            Relation("R2", "TLINK", "m", "d", {"Type": "BEFORE"}),
            Relation("R3", "Part", "m", "d", {"anafora:arg1": "Whole", "anafora:arg2": "Part"}),
        ),
        (
            Group("g", "Identical", ("m", "d")),
            Group("h", "Sets", ("m", "d", "m"), {"anafora:roles": "Set Sub Sub"}),
        ),
        (Note("sure?", "m"), Note("why?", "g")),
    )
    doc = Document("ward/n1", "fever on\r\nASA", sets={"A1": annotation_set})
    write([doc], tmp_path / "out", "anafora")
    assert (tmp_path / "out/ward/n1/n1").read_bytes() == b"fever on\r\nASA"
    expected = """\
<?xml version='1.0' encoding='UTF-8'?>
<data>
	<info>
		<progress>completed</progress>
	</info>
	<schema path="./" protocol="file">Goldsmith.xml</schema>
	<annotations>
		<entity>
			<id>7@e@n1@A1</id>
			<span>0,5</span>
			<type>Disease</type>
			<parentsType>Entities</parentsType>
			<properties>
				<associatedCode>UMLS:C0015967</associatedCode>
				<associatedCode>CUI-less</associatedCode>
				<status>&lt;new&gt;</status>
			</properties>
			<addition>
				<seen>twice</seen>
			</addition>
		</entity>
		<entity>
			<id>1@e@n1@A1</id>
			<span>6,8;10,13</span>
			<type>Drug</type>
			<parentsType></parentsType>
			<properties>
				<Location>7@e@n1@A1</Location>
			</properties>
			<comment>sure?</comment>
		</entity>
		<entity>
			<id>2@e@n1@A1</id>
			<type>DOCTIME</type>
			<parentsType></parentsType>
			<properties/>
		</entity>
		<relation>
			<id>1@r@n1@A1</id>
			<type>TLINK</type>
			<parentsType></parentsType>
			<properties>
				<Source>1@e@n1@A1</Source>
				<Target>2@e@n1@A1</Target>
				<Type>BEFORE</Type>
			</properties>
		</relation>
		<relation>
			<id>2@r@n1@A1</id>
			<type>Part</type>
			<parentsType></parentsType>
			<properties>
				<Whole>1@e@n1@A1</Whole>
				<Part>2@e@n1@A1</Part>
			</properties>
		</relation>
		<relation>
			<id>3@r@n1@A1</id>
			<type>Identical</type>
			<parentsType></parentsType>
			<properties>
				<FirstInstance>1@e@n1@A1</FirstInstance>
				<Coreferring_String>2@e@n1@A1</Coreferring_String>
			</properties>
			<comment>why?</comment>
		</relation>
		<relation>
			<id>4@r@n1@A1</id>
			<type>Sets</type>
			<parentsType></parentsType>
			<properties>
				<Set>1@e@n1@A1</Set>
				<Sub>2@e@n1@A1</Sub>
				<Sub>1@e@n1@A1</Sub>
			</properties>
		</relation>
	</annotations>
</data>
"""
    file = tmp_path / "out/ward/n1/n1.Goldsmith.A1.completed.xml"
    assert file.read_bytes().decode() == expected
    [back] = read(tmp_path / "out")
    assert canonicalise(back) == canonicalise(doc) and back.id == doc.id


def test_unwritable_role_names_stay_attributes(tmp_path: Path) -> None:
    mentions = (Mention("a", "X", (Span(0, 1),)), Mention("b", "X", (Span(1, 2),)))
    gold = AnnotationSet(
        "gold",
        mentions,
        (
            Relation("1", "r", "a", "b", {"anafora:arg1": "Target", "anafora:arg2": "Source"}),
            Relation("2", "r", "a", "b", {"anafora:arg1": "Source"}),
            Relation("3", "r", "a", "b", {"anafora:property": "true", "sure": "no"}),
            Relation("4", "not a name", "a", "b", {"anafora:property": "true"}),
            Relation("5", "r", "a", "b", {"Source": "letter"}),
        ),
        (
            Group("6", "g", ("a", "b"), {"anafora:roles": "Whole Part"}),
            Group("7", "g", ("a", "b"), {"anafora:roles": "FirstInstance"}),
            Group("8", "g", ("b",)),
        ),
    )
    doc = Document("n", "fever", sets={"gold": gold})
    write([doc], tmp_path / "out", "anafora")
    [back] = read(tmp_path / "out")
    assert canonicalise(back) == canonicalise(doc)


def make_document(*names: str, schema: str = "") -> Document:
    sets = {name: AnnotationSet(name, schema=schema) for name in names}
    return Document("n", "fever", sets=sets)


def test_unwritable_set_names_are_losses(tmp_path: Path) -> None:
    assert count_anafora_losses(make_document("a b", "gold")) == {}
    assert count_anafora_losses(make_document("dr.who", "x@y")) == {"set-names": 2}
    layers = {
        name: AnnotationSet(name, schema=name[5:]) for name in ("gold.Coreference", "gold.Time")
    }
    assert count_anafora_losses(Document("n", "fever", sets=layers)) == {}
    write(
        [make_document("a.b", "a_b", "a@b")], tmp_path / "out", "anafora", allow_loss=["set-names"]
    )
    [back] = read(tmp_path / "out")
    assert len(back.sets) == 3


def test_other_losses_are_counted_and_the_rest_is_read_back(tmp_path: Path) -> None:
    gold = AnnotationSet(
        "gold",
        (
            Mention(
                "a",
                "X",
                (Span(0, 1),),
                {
                    "two words": "x",
                    "brat:event": "y",
                    "associatedCode": "z",
                    "v1": " blank ",
                    "v2": "",
                    "v3": "undefined",
                    "v4": "3@e@other@gold",
                    "v5": "\x01",
                },
                (
                    Code("C1", "A:B"),
                    Code("two\nlines", "UMLS"),
                    Code("HP:1"),
                    Code("C2", "S", "name"),
                ),
            ),
        ),
        (),
        (Group("g", "Identical", ()),),
        (Note("on the document"), Note("of a kind", "a", "question"), Note(" ", "a")),
    )
    doc = Document("n", "fever", sets={"gold": gold})
    assert count_anafora_losses(doc) == {
        "code-names": 1,
        "names-not-for-anafora": 3,
        "values-not-for-anafora": 5,
        "notes-but-comments": 3,
        "groups-of-none": 1,
        "control-characters-in-values": 1,
    }
    with pytest.raises(LossError):
        write([doc], tmp_path / "out", "anafora")
    write([doc], tmp_path / "out", "anafora", allow_loss=["all"])
    [back] = read(tmp_path / "out")
    [mention] = back.sets["gold"].mentions
    assert mention.attributes == {
        "two_words": "x",
        "brat_event": "y",
        "_associatedCode": "z",
        "v1": "blank",
        "v4": "3_e_other_gold",
        "v5": "\ufffd",
    }
    assert Code("HP:1") in mention.codes
    assert back.sets["gold"].notes == (Note("of a kind", mention.id),)


def test_control_characters_in_the_text_are_preserved(tmp_path: Path) -> None:
    write([Document("n", "fe\x00ver\x0b")], tmp_path / "out", "anafora")
    [back] = read(tmp_path / "out", "anafora")
    assert back.text == "fe\x00ver\x0b"
