"""CAT XML: a golden letter as written by the Content Annotation Tool, and bad input."""

from pathlib import Path

import pytest

from goldsmith.core import Document, Group, Mention, Note, Relation, Span
from goldsmith.errors import InputError
from goldsmith.formats import Reader, get, read, write

GOLDEN = Path(__file__).parent / "golden" / "cat" / "4711_breast_clinic.xml"
SECRET = "Hartmannbund"


@pytest.fixture
def letter() -> Document:
    [doc] = read(GOLDEN, "cat")
    return doc


def get_mention(doc: Document, key: str) -> Mention:
    return doc.sets["gold"].mentions_by_id()[key]


def get_relation(doc: Document, key: str) -> Relation:
    return next(rel for rel in doc.sets["gold"].relations if rel.id == key)


def get_group(doc: Document, key: str) -> Group:
    return next(item for item in doc.sets["gold"].groups if item.id == key)


def test_text_has_a_blank_between_tokens_and_a_line_for_each_sentence(
    letter: Document,
) -> None:
    assert letter.text == (
        "Letter from the breast clinic\n"
        "14 March 2008\n"
        "Mrs Vane & her sister saw Dr Ames last week 😀 .\n"
        "She turned the tamoxifen down because it caused flushes .\n"
        "The 2 doctors said the scan was clear after surgery ."
    )


def test_document_has_name_source_and_date(letter: Document) -> None:
    assert letter.id == "4711_breast_clinic"
    assert letter.metadata.date == "2008-03-14"
    assert letter.metadata.extra == {
        "doc_id": "4711",
        "doc_name": "4711_breast_clinic",
        "lang": "en",
        "url": "http://example.org/letters/4711",
    }


def test_consecutive_tokens_make_one_span(letter: Document) -> None:
    patient = get_mention(letter, "1")
    assert (patient.type, letter.get_covered_text(patient)) == ("ENTITY_MENTION", "Mrs Vane")
    assert patient.spans == (Span(44, 52),)
    assert patient.attributes == {"head": "Vane", "syntactic_type": "NAM"}


def test_anchors_are_sorted(letter: Document) -> None:
    assert letter.get_covered_text(get_mention(letter, "4")) == "the tamoxifen"
    assert len(get_mention(letter, "4").spans) == 1


def test_separate_tokens_make_a_discontiguous_mention(letter: Document) -> None:
    refusal = get_mention(letter, "6")
    assert refusal.is_discontiguous
    assert [letter.text[s.start : s.end] for s in refusal.spans] == ["turned", "down"]
    assert refusal.attributes["tense"] == "PAST" and "modality" not in refusal.attributes


def test_times_become_anchored_or_unanchored_mentions(letter: Document) -> None:
    written, week, year = (get_mention(letter, key) for key in ("13", "14", "15"))
    assert letter.get_covered_text(written) == "14 March 2008"
    assert written.attributes["functionInDocument"] == "CREATION_TIME"
    assert week.attributes == {
        "anchorTimeID": "13",
        "functionInDocument": "NONE",
        "type": "DATE",
        "value": "2008-W10",
    }
    assert year.spans == () and year.attributes["TAG_DESCRIPTOR"] == "2008"


def test_every_kind_of_markable_becomes_a_mention(letter: Document) -> None:
    assert letter.get_covered_text(get_mention(letter, "11")) == "after"
    assert get_mention(letter, "12").type == "C-SIGNAL"
    assert (get_mention(letter, "16").type, get_mention(letter, "16").attributes) == (
        "VALUE",
        {"type": "QUANTITY"},
    )
    assert get_mention(letter, "5").spans == ()


def test_relations_keep_type_and_attributes(letter: Document) -> None:
    assert letter.sets["gold"].relations == (
        Relation(
            "r1",
            "HAS_PARTICIPANT",
            "6",
            "2",
            {"sem_role": "Arg0", "sem_role_framework": "PROPBANK"},
        ),
        Relation("r2", "TLINK", "9", "10", {"reltype": "AFTER", "signalID": "11"}),
        Relation("r3", "TLINK", "6", "14", {"reltype": "IS_INCLUDED"}),
        Relation("r4", "CLINK", "7", "6", {"c-signalID": "12"}),
        Relation("r5", "SLINK", "8", "9"),
        Relation("r6", "GLINK", "9", "10"),
    )


def test_references_to_an_instance_become_a_group_with_its_attributes(letter: Document) -> None:
    assert get_group(letter, "r7") == Group(
        "r7",
        "REFERS_TO",
        ("1", "2", "5"),
        {
            "cat:instance": "ENTITY",
            "TAG_DESCRIPTOR": "Mrs Vane",
            "ent_type": "PER",
            "instance_id": "PER100",
        },
    )
    assert get_group(letter, "r8").members == ("3",)
    assert get_group(letter, "r9").attributes["class"] == "OTHER"


def test_instance_without_references_becomes_an_unanchored_mention(letter: Document) -> None:
    ids = {m.id for m in letter.sets["gold"].mentions if m.type in ("ENTITY", "EVENT")}
    assert ids == {"63"}
    assert get_mention(letter, "63").spans == ()


def test_comments_become_notes(letter: Document) -> None:
    assert letter.sets["gold"].notes == (
        Note("phrasal verb", "6"),
        Note("unsure", "r3"),
        Note("cross-document", "r9"),
    )


def change_letter(tmp_path: Path, old: str, new: str) -> Path:
    content = GOLDEN.read_text("utf-8")
    assert old in content
    path = tmp_path / "letter.xml"
    path.write_text(content.replace(old, new, 1), "utf-8")
    return path


def test_instance_used_by_another_relation_becomes_a_mention(tmp_path: Path) -> None:
    path = change_letter(tmp_path, '<source m_id="8"/>', '<source m_id="60"/>')
    [doc] = read(path, "cat")
    assert get_mention(doc, "60").type == "ENTITY"
    assert get_group(doc, "r7").members == ("1", "2", "5", "60")


def test_mention_as_target_of_coreference_joins_the_group(tmp_path: Path) -> None:
    path = change_letter(tmp_path, '<target m_id="61"/>', '<target m_id="4"/>')
    [doc] = read(path, "cat")
    assert get_group(doc, "r8") == Group("r8", "REFERS_TO", ("3", "4"))
    assert get_mention(doc, "61").spans == ()


def test_invalid_date_is_omitted(tmp_path: Path) -> None:
    for value, date in [("14-03-2008", ""), ("2008-03-14T09:30", "2008-03-14"), ("2008", "2008")]:
        path = change_letter(tmp_path, 'value="2008-03-14"', f'value="{value}"')
        [doc] = read(path, "cat")
        assert doc.metadata.date == date


def test_format_is_recognised_by_tokens() -> None:
    fmt = get("cat")
    assert fmt.recognises("a.xml", GOLDEN.read_bytes()[:2048])
    assert not fmt.recognises("a.xml", b'<?xml version="1.0"?><GateDocument><token t_id="1"/>')
    assert not fmt.recognises("a.xml", b'<Document id="1"><TextWithNodes>')
    assert not fmt.recognises("a.txt", GOLDEN.read_bytes()[:2048])


def test_format_cannot_be_written(letter: Document, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="can only be read"):
        write([letter], tmp_path / "out", "cat")


def find_line(path: Path, text: str) -> int:
    return next(n for n, line in enumerate(path.read_text("utf-8").split("\n"), 1) if text in line)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('<token_anchor t_id="8"/>', '<token_anchor t_id="999"/>', "there is no token 999"),
        ('<token_anchor t_id="8"/>', "<token_anchor/>", "<token_anchor> has no 't_id'"),
        ('t_id="2">from', 't_id="1">from', "token 1 occurs twice"),
        (">clinic</token>", "></token>", "token 5 is empty"),
        ('<VALUE comment="" m_id="16"', '<VALUE comment=""', "<VALUE> has no 'm_id'"),
        ('<SLINK r_id="5"', "<SLINK", "<SLINK> has no 'r_id'"),
        ('<target m_id="61"/>', '<nothing m_id="61"/>', "<REFERS_TO> has no <target>"),
        ('<source m_id="9"/>', "<source/>", "<source> has no 'm_id'"),
        ('m_id="12"', 'm_id="11"', "11: the id is used 2 times"),
        ('<target m_id="10"/>', '<target m_id="77"/>', "r2: its second argument 77 does not exist"),
        ('<target m_id="61"/>', '<target m_id="88"/>', "r8: its member 88 does not exist"),
        ("</Relations>", "</Relation>", "not well-formed XML"),
    ],
)
def test_reader_reports_line_of_bad_input(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = change_letter(tmp_path, old, new)
    path.write_text(path.read_text("utf-8").replace("tamoxifen", SECRET), "utf-8")
    with pytest.raises(InputError) as caught:
        list(read(path, "cat"))
    assert message in str(caught.value) and SECRET not in str(caught.value)
    assert str(caught.value).startswith(f"{path}:")
    assert caught.value.line > 0


def test_unknown_argument_is_reported_at_its_relation(tmp_path: Path) -> None:
    path = change_letter(tmp_path, '<target m_id="10"/>', '<target m_id="77"/>')
    with pytest.raises(InputError) as caught:
        list(read(path, "cat"))
    assert caught.value.line == find_line(path, '<TLINK comment="" r_id="2"')


def test_unknown_arguments_are_accepted_without_checks(tmp_path: Path) -> None:
    path = change_letter(tmp_path, '<target m_id="10"/>', '<target m_id="77"/>')
    [doc] = Reader(path, "cat", check=False)
    assert get_relation(doc, "r2").arg2 == "77"


@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE Document [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
        '<!DOCTYPE Document [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    ],
)
def test_entities_are_refused(declaration: str, tmp_path: Path) -> None:
    path = change_letter(
        tmp_path, '<?xml version="1.0" ?>', f'<?xml version="1.0" ?>\n{declaration}\n'
    )
    with pytest.raises(InputError, match=r"letter\.xml:2: the file defines XML entities"):
        list(read(path, "cat"))


def test_truncated_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.xml"
    path.write_bytes(GOLDEN.read_bytes()[:2000])
    with pytest.raises(InputError, match=r"letter\.xml:\d+: this is not well-formed XML"):
        list(read(path, "cat"))


def test_another_encoding_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.xml"
    path.write_bytes(GOLDEN.read_bytes().replace(b"clinic<", b"cl\xednica<"))
    with pytest.raises(InputError, match=r"letter\.xml:\d+: this is not well-formed XML"):
        list(read(path, "cat"))


def test_other_xml_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.xml"
    path.write_text("<Document><Markables/></Document>")
    with pytest.raises(InputError, match=r"letter\.xml:1: the file is <Document> without tokens"):
        list(read(path, "cat"))
