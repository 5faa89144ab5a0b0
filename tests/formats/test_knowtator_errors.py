"""Tests of Knowtator 1: invalid input."""

from pathlib import Path

import pytest
from tests.formats.knowtator_parts import make_annotation, make_class_mention, make_slot, save_file

from goldsmith.errors import InputError
from goldsmith.formats import get, read


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([make_annotation("a"), '<classMention id="a">'], ".xml:3: this is not well-formed XML"),
        ([make_annotation("a")], ".xml:2: the class of a is missing"),
        (
            [make_annotation("the patient had a secret")],
            'expected <classMention id="the patient had a se…">',
        ),
        ([make_class_mention("b"), make_class_mention("b")], ".xml:3: the id b occurs twice"),
        (
            [make_annotation("a"), make_annotation("a"), make_class_mention("a")],
            ".xml:2: n, a: the id is used 2 times",
        ),
        (
            [make_annotation("a", 0, 500), make_class_mention("a")],
            ".xml:2: n, a: the spans 0-500 are not",
        ),
        (
            [make_annotation("a", 7, 3), make_class_mention("a")],
            ".xml:2: n, a: the spans 7-3 are not",
        ),
        (
            [make_annotation("a", "x"), make_class_mention("a")],
            ".xml:2: <span> has a value that is not",
        ),
        (
            [make_annotation("a", 0, ""), make_class_mention("a")],
            ".xml:2: <span> has a value that is not",
        ),
        (
            [make_annotation("a"), make_class_mention("a", "X", "s"), make_slot("s", "at", "gone")],
            ".xml:3: n, s: its second argument gone does not exist",
        ),
        (
            [
                make_annotation("a"),
                make_class_mention("a", "X", "s"),
                make_slot("s", "at", "a", "gone"),
            ],
            ".xml:3: n, s.2: its second argument gone does not exist",
        ),
        (
            [make_class_mention("g", "chain", "s"), make_slot("s", "Coreferring strings", "gone")],
            ".xml:2: n, g: its member gone does not exist",
        ),
        (["<annotation/>\n"], ".xml:2: <annotation> has no <mention>"),
        (
            [make_annotation("a"), '<classMention id="a"/>'],
            ".xml:3: <classMention> has no <mention",
        ),
        (["<classMention/>"], ".xml:2: <classMention> has no 'id'"),
        (['<stringSlotMention id="s"/>'], ".xml:2: <stringSlotMention> has no <mentionSlot>"),
    ],
)
def test_invalid_input_is_rejected_with_file_and_line(
    tmp_path: Path, parts: list[str], expected: str
) -> None:
    with pytest.raises(InputError) as caught:
        list(read(save_file(tmp_path, *parts), "knowtator"))
    message = str(caught.value)
    assert expected in message
    assert "fever" not in message and "secret" not in message


def test_offset_inside_a_character_is_rejected(tmp_path: Path) -> None:
    save_file(
        tmp_path, make_annotation("a", 0, 1), make_class_mention("a"), text="\U0001f600 secret"
    )
    with pytest.raises(InputError, match=r"xml:2: UTF-16 offset 1 points inside a character"):
        list(read(tmp_path, "knowtator"))


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ('<!DOCTYPE a [\n<!ENTITY x "secret">]>\n', 2),
        ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n', 1),
    ],
)
def test_entities_are_rejected(tmp_path: Path, head: str, line: int) -> None:
    file = (
        save_file(tmp_path, make_annotation("a"), make_class_mention("a")) / "n.txt.knowtator.xml"
    )
    file.write_text(head + file.read_text())
    with pytest.raises(InputError, match=rf"xml:{line}: the file defines XML entities") as caught:
        list(read(tmp_path, "knowtator"))
    assert "secret" not in str(caught.value)


def test_invalid_utf_8_is_rejected(tmp_path: Path) -> None:
    save_file(tmp_path, make_annotation("a"), make_class_mention("a"))
    (tmp_path / "n.txt").write_bytes("fever\ncaf\u00e9 secret".encode("latin-1"))
    with pytest.raises(InputError, match=r"n\.txt:2: byte 0xe9 is not UTF-8"):
        list(read(tmp_path, "knowtator"))


def test_knowtator_2_file_is_rejected(tmp_path: Path) -> None:
    file = save_file(tmp_path) / "n.txt.knowtator.xml"
    file.write_text("<knowtator-project/>")
    with pytest.raises(InputError, match="the root element is <knowtator-project>"):
        list(read(tmp_path, "knowtator"))
    assert not get("knowtator").recognises(file.name, file.read_bytes())
    assert get("knowtator2").recognises(file.name, file.read_bytes())


def test_missing_text_is_reported(tmp_path: Path) -> None:
    save_file(tmp_path)
    (tmp_path / "n.txt").unlink()
    with pytest.raises(InputError, match=r"n\.txt\.knowtator\.xml:1: the text of this document is"):
        list(read(tmp_path, "knowtator"))
