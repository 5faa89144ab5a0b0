"""Tests of Anafora: invalid input."""

from collections.abc import Callable
from pathlib import Path

import pytest

from goldsmith.errors import InputError
from goldsmith.formats import read

ENTITY = "<entity><id>1@e@n@gold</id><span>0,5</span><type>EVENT</type></entity>\n"


def save_corpus(folder: Path, inside: str, name: str = "n.T.gold.completed.xml") -> Path:
    (folder / "n").mkdir(exist_ok=True)
    (folder / "n/n").write_text("secret fever")
    (folder / "n" / name).write_text(inside)
    return folder


def make_relation(properties: str, key: str = "1@r@n@gold") -> str:
    head = f"<relation><id>{key}</id><type>TLINK</type>"
    return f"{head}<properties>{properties}</properties></relation>\n"


def make_link(value: str) -> str:
    return make_relation(f"<Source>1@e@n@gold</Source><Target>{value}</Target>")


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (ENTITY.replace("</entity>", ""), ":4: this is not well-formed XML"),
        (ENTITY.replace("0,5", "0,500"), ":3: n, 1@e@n@gold: the spans 0-500 are not inside"),
        (ENTITY.replace("0,5", "secret"), ":3: 1@e@n@gold: its span is not a list of offsets"),
        (ENTITY.replace("0,5", "0,5,7"), ":3: 1@e@n@gold: its span is not a list of offsets"),
        (ENTITY.replace("<id>1@e@n@gold</id>", ""), ":3: <entity> has no <id>"),
        (ENTITY.replace("EVENT", " "), ":3: <entity> has no <type>"),
        (ENTITY + ENTITY, ":3: n, 1@e@n@gold: the id is used 2 times"),
        (
            ENTITY + make_link("9@e@n@gold"),
            ":4: n, 1@r@n@gold: its second argument 9@e@n@gold does",
        ),
        (
            ENTITY + make_relation("<Type>secret</Type>"),
            ":4: the relation 1@r@n@gold has no argument",
        ),
        (
            ENTITY.replace("</entity>", "<properties><At>4@e@n@x</At></properties></entity>"),
            ":3: n, 1@e@n@gold.1: its second argument 4@e@n@x does not exist",
        ),
        (ENTITY.replace("</entity>", "<head>secret</head></entity>"), ":3: <head> is not part of"),
        (
            "<markable>secret</markable>",
            ":3: <markable> is not an annotation; expected <entity> or",
        ),
        (
            f"</annotations><adjudication>\n{ENTITY}</adjudication><annotations>",
            ":4: the file is an unfinished adjudication",
        ),
    ],
)
def test_invalid_input_is_rejected_with_file_and_line(
    tmp_path: Path, inside: str, expected: str
) -> None:
    save_corpus(tmp_path, f"<data>\n<annotations>\n{inside}</annotations>\n</data>")
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "anafora"))
    assert f"n/n.T.gold.completed.xml{expected}" in str(caught.value)
    assert "secret" not in str(caught.value) and "fever" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<TimeML>secret</TimeML>", ":1: this is not Anafora XML; expected <data> as the root"),
        ('<!DOCTYPE a [\n<!ENTITY b "secret">]>\n<data/>', ":2: the file defines XML entities"),
        (
            '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>\n<data>&b;</data>',
            ":1: the file defines XML entities",
        ),
        ('<!DOCTYPE a SYSTEM "a.dtd">\n<data>&b;</data>', ":2: the file uses an entity of a DTD"),
    ],
)
def test_other_files_are_rejected(tmp_path: Path, content: str, expected: str) -> None:
    save_corpus(tmp_path, content)
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "anafora"))
    assert f"n/n.T.gold.completed.xml{expected}" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_problem_names_the_file_of_its_set(tmp_path: Path) -> None:
    save_corpus(tmp_path, f"<data><annotations>{ENTITY}</annotations></data>")
    bad = ENTITY.replace("0,5", "0,99")
    save_corpus(
        tmp_path, f"<data><annotations>\n{bad}</annotations></data>", "n.U.gold.completed.xml"
    )
    with pytest.raises(InputError, match=r"n\.U\.gold\.completed\.xml:2: n, 1@e@n@gold: the spans"):
        list(read(tmp_path, "anafora"))


def test_two_files_for_one_set_are_rejected(tmp_path: Path) -> None:
    content = f"<data><annotations>{ENTITY}</annotations></data>"
    save_corpus(save_corpus(tmp_path, content), content, "n.T.gold.inprogress.xml")
    with pytest.raises(InputError, match=r"n\.T\.gold\.inprogress\.xml: the set 'gold\.T' has two"):
        list(read(tmp_path, "anafora"))


def remove_text(folder: Path) -> None:
    (folder / "n/n").unlink()


def encode_text_as_latin_1(folder: Path) -> None:
    (folder / "n/n").write_bytes("ein\nsecret Fieber für Müller".encode("latin-1"))


@pytest.mark.parametrize(
    ("corrupt", "expected"),
    [
        (remove_text, "n.T.gold.completed.xml: the text of this document is missing; expected a"),
        (encode_text_as_latin_1, "n/n:2: byte 0xfc is not UTF-8"),
    ],
)
def test_missing_or_wrongly_encoded_text_is_rejected(
    tmp_path: Path, corrupt: Callable[[Path], None], expected: str
) -> None:
    corrupt(save_corpus(tmp_path, f"<data><annotations>{ENTITY}</annotations></data>"))
    with pytest.raises(InputError) as caught:
        list(read(tmp_path))
    assert expected in str(caught.value) and "secret" not in str(caught.value)


def test_file_in_document_folder_is_never_ignored(tmp_path: Path) -> None:
    remove_text(save_corpus(tmp_path, "<data/>", "n.Gold_Temporal_Entities.xml"))
    with pytest.raises(InputError, match=r"n\.Gold_Temporal_Entities\.xml: the text of this"):
        list(read(tmp_path, "anafora"))


def test_missing_text_in_a_flat_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.b.T.gold.completed.xml").write_text("<data><annotations/></data>")
    with pytest.raises(InputError, match=r"expected a file a\.b \(or a\.b\.txt\) next to it"):
        list(read(tmp_path))
