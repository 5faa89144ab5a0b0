"""Tests of the xmi format: invalid input."""

import shutil
import zipfile
from pathlib import Path

import pytest

from goldsmith.errors import InputError
from goldsmith.formats import read

GOLDEN = Path(__file__).parent / "golden" / "xmi"
INCEPTION = GOLDEN / "inception"
CTAKES = GOLDEN / "ctakes"
FORMAT = "xmi"


def read_corrupted(tmp_path: Path, old: str, new: str, *, name: str = "alice.xmi") -> str:
    """Replace text in a golden file, read it and return the error message."""
    shutil.copytree(INCEPTION, tmp_path / "in", dirs_exist_ok=True)
    (tmp_path / "in" / "note-1.txt" / "bob.xmi").unlink(missing_ok=True)
    path = next((tmp_path / "in").rglob(name))
    content = path.read_text("utf-8")
    assert old in content
    path.write_bytes(content.replace(old, new).encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError) as caught:
        list(read(tmp_path / "in", FORMAT))
    message = str(caught.value)
    assert "ulcer" not in message.lower()
    assert name in message
    return message.partition(name)[2]


OOZING = '<custom:Finding xmi:id="42" sofa="12" begin="31" end="37"/>'
SOFA = '<cas:Sofa xmi:id="12" sofaNum="1" sofaID="_InitialView" mimeType="text"'
INVALID = {
    "past the end": ('begin="31" end="37"', 'begin="31" end="370"', 19, "not inside the text"),
    "inside a character": ('begin="31"', 'begin="6"', 19, "points inside a character"),
    "a word for an offset": ('begin="31"', 'begin="x"', 19, "not a number"),
    "a duplicate id": ('xmi:id="42"', 'xmi:id="41"', 19, "the id 41 occurs twice"),
    "no id": ('xmi:id="42" ', "", 19, "has no"),
    "a word for an id": ('xmi:id="42"', 'xmi:id="x"', 19, "not a number"),
    "a missing end": ('Governor="40" ', "", 21, "the relation 50 has only one end"),
    "a dangling end": ('Governor="40"', 'Governor="99"', 21, "refers to 99, which does not exist"),
    "a dangling member": ("20 21 22 23", "20 21 99 23", 37, "refers to 99"),
    "a dangling slot": ('target="42"', 'target="99"', 30, "refers to 99"),
    "a circle": ('end="78"/>\n    <custom:SameChain', 'end="78" next="60"/>\n    <custom:SameChain',
                 26, "is circular"),
    "an unknown type": (OOZING, OOZING.replace("Finding", "Fnding"), 19, "the type Fnding is not"),
    "an unknown feature": (OOZING, OOZING.replace("sofa", 'x="1" sofa'), 19, "feature 'x'"),
    "no integer": ('count="1"', 'count="one"', 14, "invalid value"),
    "no boolean": ('negated="false"', 'negated="no"', 14, "invalid value"),
    "no text": ('sofaString="', 'sofaURI="', 2, "the file has no text"),
    "another sofa": ('xmi:id="42" sofa="12"', 'xmi:id="42" sofa="13"', 19, "refers to 13"),
    "another root": ("xmi:XMI", "xmi:XML", 2, "the root element is <XML>"),
    "broken": ("</xmi:XMI>", "", 39, "not well-formed"),
    "another encoding": ("Plan", "Plan \udce9", 36, "not well-formed"),
    "an entity": ("<xmi:XMI", '<!DOCTYPE x [<!ENTITY a "b">]><xmi:XMI', 2, "XML entities"),
    "an external entity": ("<xmi:XMI", '<!DOCTYPE x [<!ENTITY a SYSTEM "/etc/passwd">]><xmi:XMI',
                           2, "XML entities"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "what"), INVALID.values(), ids=INVALID)
def test_invalid_content_is_rejected_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, what: str
) -> None:
    message = read_corrupted(tmp_path, old, new)
    assert message.startswith(f":{line}: ")
    assert what in message


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("<types>", "<types", 4, "not well-formed"),
        ("<types>", "<types><!-- <!ENTITY -->", 3, "XML entities"),
        (
            "<name>webanno.custom.Certainty<",
            "<name>webanno.custom.Other<",
            1,
            "not a usable type system",
        ),
    ],
)
def test_invalid_type_system_is_rejected(
    tmp_path: Path, old: str, new: str, line: int, what: str
) -> None:
    message = read_corrupted(tmp_path, old, new, name="TypeSystem.xml")
    assert message.startswith(f":{line}: ")
    assert what in message


def test_feature_name_that_is_not_an_identifier_is_rejected(tmp_path: Path) -> None:
    """Reject the name because dkpro-cassis would make it part of source code."""
    shutil.copytree(INCEPTION, tmp_path / "in")
    path = tmp_path / "in" / "TypeSystem.xml"
    path.write_text(path.read_text("utf-8").replace("<name>size<", "<name>x=print()<"), "utf-8")
    with pytest.raises(InputError, match="Finding has a feature whose name is not an identifier"):
        list(read(tmp_path / "in", FORMAT))


def test_file_without_type_system_is_rejected(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "down"
    folder.mkdir(parents=True)
    shutil.copy(CTAKES / "visit-17.xmi", folder)
    with pytest.raises(InputError, match=r"visit-17\.xmi: this file has no type system"):
        list(read(folder, FORMAT))


def test_files_with_different_texts_are_rejected(tmp_path: Path) -> None:
    shutil.copytree(INCEPTION, tmp_path / "in")
    path = tmp_path / "in" / "note-1.txt" / "bob.xmi"
    path.write_text(path.read_text("utf-8").replace("oozing", "closed"), "utf-8", newline="")
    with pytest.raises(InputError, match=r"bob\.xmi: the text differs from the other files"):
        list(read(tmp_path / "in", FORMAT))


def test_second_annotated_text_is_rejected(tmp_path: Path) -> None:
    second = SOFA.replace('"12"', '"13"').replace('sofaNum="1"', 'sofaNum="2"')
    second = second.replace("_InitialView", "other") + ' sofaString="x"/>'
    view = '<cas:View sofa="13" members="41"/></xmi:XMI>'
    shutil.copytree(INCEPTION, tmp_path / "in")
    path = tmp_path / "in" / "note-1.txt" / "alice.xmi"
    content = path.read_text("utf-8").replace("</xmi:XMI>", f"{second}{view}")
    path.write_text(content, "utf-8", newline="")
    with pytest.raises(InputError, match=r"alice\.xmi:38: the file has 2 texts"):
        list(read(tmp_path / "in", FORMAT))


def test_damaged_zip_is_rejected(tmp_path: Path) -> None:
    folder = tmp_path / "annotation" / "note-1.txt"
    folder.mkdir(parents=True)
    (folder / "alice.zip").write_bytes(b"PK\x03\x04 alice.xmi")
    with pytest.raises(InputError, match=r"alice\.zip: the archive is damaged"):
        list(read(tmp_path, FORMAT))


def test_zip_member_outside_the_archive_is_rejected(tmp_path: Path) -> None:
    folder = tmp_path / "annotation" / "note-1.txt"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / "alice.zip", "w") as archive:
        archive.writestr("../alice.xmi", "x")
    with pytest.raises(InputError, match="points outside the archive"):
        list(read(tmp_path, FORMAT))


def test_problems_name_the_file_of_their_set(tmp_path: Path) -> None:
    shutil.copytree(INCEPTION, tmp_path / "in")
    path = tmp_path / "in" / "note-1.txt" / "bob.xmi"
    content = path.read_text("utf-8").replace('end="29"', 'end="290"')
    path.write_text(content, "utf-8", newline="")
    with pytest.raises(InputError, match=r"bob\.xmi:6: note-1, 40: .*not inside the text"):
        list(read(tmp_path / "in", FORMAT))
