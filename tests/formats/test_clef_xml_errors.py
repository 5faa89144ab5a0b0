"""Tests of CLEF XML: invalid input."""

from pathlib import Path

import pytest
from tests.formats.clef_xml_parts import FEVER, HEAD, make_set

from goldsmith.errors import InputError
from goldsmith.formats import read


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (HEAD + make_set(FEVER) + "</documen", "n.clef.xml:8: this is not well-formed XML"),
        (HEAD + "<text>again</text></document>", "n.clef.xml:3: <text> occurs twice"),
        (HEAD.splitlines()[0] + "</document>", "n.clef.xml:1: <document> has no <text>"),
        (HEAD.replace(' id="n"', "") + "</document>", "n.clef.xml:1: <document> has no 'id'"),
        ("<document id='n'><text>secret</text></document>", "n.clef.xml:1: this is not CLEF XML"),
        (
            HEAD.replace("secret", "<b>secret</b>") + "</document>",
            "n.clef.xml:2: <text> contains an element; expected only text",
        ),
        (HEAD + "<remark/></document>", "n.clef.xml:3: <remark> is not allowed inside <document>"),
        (
            HEAD + '<x:mention xmlns:x="urn:other"/></document>',
            "n.clef.xml:3: <mention> is not allowed inside <document>",
        ),
        (
            HEAD + make_set('<Condition id="T1" start="7" end="400"/>\n') + "</document>",
            "n.clef.xml:5: n, T1: the spans 7-400 are not inside the text",
        ),
        (
            HEAD + make_set('<Condition id="T1" start="7"/>') + "</document>",
            "n.clef.xml:5: <Condition> has no 'end'",
        ),
        (
            HEAD + make_set('<Condition id="T1" start="secret" end="9"/>') + "</document>",
            "n.clef.xml:5: <Condition> has a value that is not a number",
        ),
        (
            HEAD
            + make_set('<Condition id="T1" start="1" end="2"><span start="1" end="2"/></Condition>')
            + "</document>",
            "n.clef.xml:5: <Condition> has offsets twice",
        ),
        (
            HEAD + make_set(FEVER + FEVER) + "</document>",
            "n.clef.xml:5: n, T1: the id is used 2 times",
        ),
        (
            HEAD + make_set(FEVER, '<near id="R1" arg1="T1" arg2="T9"/>') + "</document>",
            "n.clef.xml:8: n, R1: its second argument T9 does not exist",
        ),
        (
            HEAD + make_set(FEVER, '<near id="R1" arg1="T1"/>') + "</document>",
            "n.clef.xml:8: <near> has no 'arg2'",
        ),
        (
            HEAD + make_set(FEVER) + make_set(FEVER) + "</document>",
            "n.clef.xml:8: the set 'gold' occurs twice",
        ),
        (
            HEAD + '<sections><section start="3" end="99"/></sections></document>',
            "n.clef.xml:3: the section 3-99 is not inside the text; expected 0 <= start",
        ),
        (
            HEAD + make_set('<mention id="T1"/>') + "</document>",
            "n.clef.xml:5: <mention> has no 'type'",
        ),
        (
            '<!DOCTYPE d [<!ENTITY a "secret">]>\n' + HEAD + "</document>",
            "n.clef.xml:1: the file defines XML entities",
        ),
        (
            '<!DOCTYPE d [\n<!ENTITY a SYSTEM "file:///etc/passwd">]>\n' + HEAD + "</document>",
            "n.clef.xml:2: the file defines XML entities",
        ),
        (
            '<!DOCTYPE d SYSTEM "d.dtd">\n' + HEAD + make_set('<X id="&a;"/>') + "</document>",
            "n.clef.xml:6: the file uses an entity of a DTD, which is not read",
        ),
    ],
)
def test_invalid_input_is_rejected_with_file_and_line(
    tmp_path: Path, content: str, expected: str
) -> None:
    (tmp_path / "n.clef.xml").write_text(content)
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "clef-xml"))
    assert expected in str(caught.value)
    assert "secret" not in str(caught.value)


def test_problem_names_the_line_in_its_set(tmp_path: Path) -> None:
    second_set = (
        '<annotations set="b">\n<mentions>\n<Locus id="T1" start="9" end="99"/>\n</mentions>\n'
    )
    (tmp_path / "n.clef.xml").write_text(
        f"{HEAD}{make_set(FEVER)}{second_set}</annotations></document>"
    )
    with pytest.raises(InputError, match=r"n\.clef\.xml:10: n, T1: the spans 9-99"):
        list(read(tmp_path, "clef-xml"))


def test_wrong_encoding_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "n.clef.xml").write_bytes(HEAD.replace("secret", "café").encode("latin-1"))
    with pytest.raises(InputError, match=r"n\.clef\.xml:2: this is not well-formed XML") as caught:
        list(read(tmp_path, "clef-xml"))
    assert "fever" not in str(caught.value)


def test_only_files_in_the_clef_namespace_are_recognised(tmp_path: Path) -> None:
    (tmp_path / "n.clef.xml").write_text("<document><text>x</text></document>")
    with pytest.raises(InputError, match="no known format fits"):
        list(read(tmp_path))
