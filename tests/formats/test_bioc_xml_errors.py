"""Tests of BioC XML: invalid and unusual input."""

from pathlib import Path

import pytest

from goldsmith.errors import InputError
from goldsmith.formats import read

GOLDEN = Path(__file__).parent / "golden" / "bioc_xml"
FORMAT = "bioc-xml"
PASSAGE = "<passage><offset>0</offset><text>secret fever</text>{}</passage>"
LINES = "<collection>\n<source/>\n<document>\n<id>d</id>\n{}\n</document>\n</collection>"
MENTION = '<annotation id="{}"><location offset="{}" length="5"/></annotation>'


def read_invalid(tmp_path: Path, content: str | bytes) -> str:
    path = tmp_path / "bad.xml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError) as caught:
        list(read(path, FORMAT))
    message = str(caught.value)
    assert "secret" not in message
    assert "bad.xml" in message
    return message.partition("bad.xml")[2]


def make_passage(inside: str) -> str:
    """Return a passage with additional content on the sixth line of the file."""
    return PASSAGE.format(f"\n{inside}")


NODES = '<node refid="T1" role="a"/><node refid="T2" role="b"/>'
INVALID = {
    "no offset": ("<passage><text>secret</text></passage>", 5, "not a number"),
    "a word for an offset": ("<passage><offset>secret</offset></passage>", 5, "not a number"),
    "a word for a location": (make_passage(MENTION.format("T1", "x")), 6, "not a number"),
    "no length": (
        make_passage('<annotation><location offset="0"/></annotation>'),
        6,
        "no 'length'",
    ),
    "no key": (make_passage("<annotation><infon>secret</infon></annotation>"), 6, "no 'key'"),
    "no refid": (make_passage('<relation id="R1"><node role="x"/></relation>'), 6, "no 'refid'"),
    "no nodes": (make_passage('<relation id="R1"/>'), 3, "R1 has no nodes"),
    "overlapping passages": (2 * PASSAGE.format(""), 3, "begins at 0"),
    "a huge gap": (PASSAGE.format("").replace(">0<", ">99999999<"), 3, "begins at 99999999"),
    "a negative offset": (PASSAGE.format("").replace(">0<", ">-1<"), 3, "begins at -1"),
    "markup": (PASSAGE.format("").replace("fever", "<b>fever</b>"), 5, "contains an element"),
    "past the end": (make_passage(MENTION.format("T1", 10)), 6, "not inside the text"),
    "duplicate id": (
        make_passage(MENTION.format("T1", 0) + "\n" + MENTION.format("T1", 2)),
        7,
        "2 times",
    ),
    "dangling": (make_passage(f'<relation id="R1">{NODES}</relation>'), 6, "does not exist"),
}


@pytest.mark.parametrize(("inside", "line", "what"), INVALID.values(), ids=INVALID)
def test_invalid_content_is_rejected_with_its_line(
    tmp_path: Path, inside: str, line: int, what: str
) -> None:
    message = read_invalid(tmp_path, LINES.format(inside))
    assert message.startswith(f":{line}: ")
    assert what in message


def test_document_without_id_is_rejected_and_others_are_read(tmp_path: Path) -> None:
    content = LINES.format(PASSAGE.format("")).replace("<id>d</id>", "")
    assert read_invalid(tmp_path, content).startswith(":3: the document has no id")
    two_documents = LINES.format(PASSAGE.format("") + "</document><document><id>e</id>").replace(
        "<id>d</id>", ""
    )
    (tmp_path / "bad.xml").write_text(two_documents, "utf-8")
    assert [doc.id for doc in read(tmp_path / "bad.xml", FORMAT, keep_going=True)] == ["e"]


@pytest.mark.parametrize(
    "declaration",
    ['<!ENTITY a "secret">', '<!ENTITY a SYSTEM "file:///etc/passwd">', '<!ENTITY % a "b">'],
)
def test_entities_are_rejected(tmp_path: Path, declaration: str) -> None:
    content = f"<!DOCTYPE collection [\n{declaration}]>" + LINES.format("<x>&a;</x>")
    assert read_invalid(tmp_path, content).startswith(":2: the file defines XML entities")


def test_entities_are_rejected_far_into_the_file(tmp_path: Path) -> None:
    content = f"<!--{' ' * 40000}-->\n<!DOCTYPE c [<!ENTITY a 'b'>]><c/>"
    assert "defines XML entities" in read_invalid(tmp_path, content)


def test_undeclared_entity_is_rejected(tmp_path: Path) -> None:
    passage = PASSAGE.format("").replace("secret", "secret&nbsp;")
    content = '<!DOCTYPE collection SYSTEM "BioC.dtd">\n' + LINES.format(passage)
    assert read_invalid(tmp_path, content).startswith(":6: <text> contains an element or an entity")


def test_truncated_file_yields_complete_documents(tmp_path: Path) -> None:
    content = (GOLDEN / "pubtator.xml").read_bytes()
    cut = content[: content.index(b"METHODS")]
    (tmp_path / "bad.xml").write_bytes(cut)
    docs = read(tmp_path / "bad.xml", FORMAT)
    assert next(docs).id == "90000001"
    with pytest.raises(InputError, match=r"bad\.xml:\d+: this is not well-formed XML"):
        next(docs)


def test_declared_encoding_is_used(tmp_path: Path) -> None:
    declared = "<?xml version='1.0' encoding='ISO-8859-1'?>" + LINES.format(
        PASSAGE.format("")
    ).replace("fever", "é")
    (tmp_path / "good.xml").write_bytes(declared.encode("latin-1"))
    assert [doc.text for doc in read(tmp_path / "good.xml", FORMAT)] == ["secret é"]
    bare = LINES.format(PASSAGE.format("").replace("fever", "é"))
    assert "not well-formed" in read_invalid(tmp_path, bare.encode("latin-1"))


def test_very_long_text_is_read(tmp_path: Path) -> None:
    """Read past the ten million characters at which libxml2 stops by default.

    This is safe because entities are rejected.
    """
    text = "secret fever " * 800_000
    content = LINES.format(PASSAGE.format("").replace("secret fever", text))
    (tmp_path / "good.xml").write_text(content, "utf-8")
    assert [doc.text == text for doc in read(tmp_path / "good.xml", FORMAT)] == [True]


def test_other_root_is_rejected(tmp_path: Path) -> None:
    assert read_invalid(tmp_path, "<corpus>secret</corpus>").startswith(":1: this is not a BioC")
