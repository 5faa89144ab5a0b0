"""UIMA CAS JSON: golden files of INCEpTION, exact output, and bad input with its line."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from goldsmith.core import AnnotationSet, Document, Mention, Note, Span, canonicalise
from goldsmith.errors import InputError
from goldsmith.formats import get, read, write

GOLDEN = Path(__file__).parent / "golden"
INCEPTION = GOLDEN / "cas_json" / "inception"
FORMAT = "cas-json"
SECRET = "oozing"


def test_golden_files_have_the_same_content_as_the_xmi_export() -> None:
    """Compare two exports of one project: relations, chains and slots must be equal."""
    assert list(read(INCEPTION, FORMAT)) == list(read(GOLDEN / "xmi" / "inception", "xmi"))


def test_utf_16_offsets_are_converted() -> None:
    [doc] = read(INCEPTION, FORMAT)
    mention = doc.sets["alice"].mentions_by_id()["40"]
    assert mention.spans == (Span(18, 28),) and doc.get_covered_text(mention) == "foot ulcer"


def test_golden_files_survive_a_round_trip(tmp_path: Path) -> None:
    docs = list(read(INCEPTION, FORMAT))
    write(docs, tmp_path / "out", FORMAT)
    back = list(read(tmp_path / "out"))
    assert list(map(canonicalise, back)) == list(map(canonicalise, docs))
    assert (tmp_path / "out/note-1.txt/alice.json").is_file()


def test_control_characters_survive(tmp_path: Path) -> None:
    annotation_set = AnnotationSet("gold", (Mention("T1", "A-b", (Span(1, 3),)),))
    doc = Document("n", "a\x00😀c\x0b", sets={"gold": annotation_set})
    write([doc], tmp_path / "out", FORMAT)
    [back] = read(tmp_path / "out")
    assert back == doc


def test_written_file_defines_only_the_types_that_it_uses(tmp_path: Path) -> None:
    docs = [
        Document(
            kind, "ab", sets={"gold": AnnotationSet("gold", (Mention("1", kind, (Span(0, 1),)),))}
        )
        for kind in ("First", "Second")
    ]
    write(docs, tmp_path / "out", FORMAT)
    types = json.loads((tmp_path / "out/Second.json").read_text("utf-8"))["%TYPES"]
    assert "webanno.custom.Second" in types and "webanno.custom.First" not in types


def test_sets_of_a_project_export_are_merged_by_document(tmp_path: Path) -> None:
    (tmp_path / "annotation").mkdir()
    shutil.copytree(INCEPTION / "note-1.txt", tmp_path / "annotation" / "note-1.txt")
    folder = tmp_path / "curation" / "note-1.txt"
    folder.mkdir(parents=True)
    shutil.copy(INCEPTION / "note-1.txt/bob.json", folder / "CURATION_USER.json")
    (tmp_path / "exportedproject.json").write_text("{}")
    [doc] = read(tmp_path)
    assert doc.id == "note-1" and sorted(doc.sets) == ["CURATION_USER", "alice", "bob"]


def test_feature_structures_keyed_by_id_are_read(tmp_path: Path) -> None:
    data = json.loads((INCEPTION / "note-1.txt/bob.json").read_text("utf-8"))
    data["%FEATURE_STRUCTURES"] = {
        str(structure.pop("%ID")): structure for structure in data["%FEATURE_STRUCTURES"]
    }
    (tmp_path / "note-1.json").write_text(json.dumps(data))
    [doc] = read(tmp_path, FORMAT)
    [golden] = read(INCEPTION, FORMAT)
    assert doc.sets["gold"].mentions == golden.sets["bob"].mentions


def test_notes_and_groups_survive(tmp_path: Path) -> None:
    note = Note("two\nlines", "", "review")
    doc = Document("n", "text", sets={"gold": AnnotationSet("gold", notes=(note,))})
    write([doc], tmp_path / "out", FORMAT)
    assert next(read(tmp_path / "out")).sets["gold"].notes == (note,)


def read_corrupted(path: Path, old: str, new: str) -> str:
    """Replace text in the file of an annotator, read it and return the error message."""
    content = (INCEPTION / "note-1.txt/alice.json").read_text("utf-8")
    assert old in content
    (path / "note-1.json").write_text(content.replace(old, new, 1), "utf-8")
    with pytest.raises(InputError) as error:
        list(read(path, FORMAT))
    assert SECRET not in str(error.value)
    return str(error.value)


BAD = {
    "reference": ('"@Dependent" : 41', '"@Dependent" : 4711', "50 refers to 4711"),
    "element": ('"%ELEMENTS" : [ 70, 71 ]', '"%ELEMENTS" : [ 70, 99 ]', "92 refers to 99"),
    "type": ('"%TYPE" : "webanno.custom.Quality"', '"%TYPE" : "x.Y"', "90: the type x.Y is not in"),
    "duplicate": ('"%ID" : 41,', '"%ID" : 40,', "the id 40 occurs twice"),
    "id": ('"%ID" : 41,', '"%ID" : "a",', "no %ID that is a number"),
    "inside": ('"begin" : 19,', '"begin" : 6,', "UTF-16 offset 6 points inside a character"),
    "offset": ('"begin" : 19,', '"begin" : "x",', "40: 'begin' is not a number"),
    "outside": ('"end" : 29,', '"end" : 2900,', "40: the spans"),
    "value": ('"grade" : "good"', '"grade" : 7', "90: the feature 'grade' has an invalid value"),
    "reference to another type": (
        '"@Dependent" : 41',
        '"@Dependent" : 92',
        "50: the feature '@Dependent' has an invalid value",
    ),
    "no reference": ('"@Dependent" : 41', '"Dependent" : 41', "50: the feature 'Dependent' has an"),
    "feature": ('"grade" : "good"', '"colour" : "good"', "does not match its type system"),
    "member": ('"%MEMBERS" : [ 1,', '"%MEMBERS" : [ 111,', "a view refers to 111"),
    "views": ('"%VIEWS"', '"VIEWS"', "the file has no %VIEWS"),
    "truncated": ('"%MEMBERS" : [', '"%MEMBERS" : ', "not well-formed JSON"),
    "text": ('"sofaString"', '"sofaURI"', "the file has no text"),
    "nested": ('"%MEMBERS" : [', '"%MEMBERS" : ' + "[" * 100_000, "it is nested too deeply"),
    "digits": ('"%ID" : 41,', '"%ID" : ' + "9" * 5000 + ",", "not well-formed JSON"),
    "huge id": ('"%ID" : 41,', '"%ID" : ' + "9" * 400 + ",", "no %ID that is a number"),
    "object": ('"@Dependent" : 41', '"@Dependent" : [41]', "50 refers to something that is not"),
    "long type": (
        '"%TYPE" : "webanno.custom.Quality"',
        f'"%TYPE" : "{"x" * 99}"',
        "the type xxxxxxxxxxxxxxxxxxxx… is not in",
    ),
}
BAD_TYPES = {
    # cassis generates the source of a class from the type, including the feature names.
    "name": ({"a+b": {"%NAME": "a+b", "%RANGE": "uima.cas.String"}}, "name is not an identifier"),
    "keyword": ({"def": {"%NAME": "def", "%RANGE": "uima.cas.String"}}, "(SyntaxError)"),
    "range": ({"a": {"%NAME": "a", "%RANGE": 7}}, "the description of the type a.B is not usable"),
    "unknown range": ({"a": {"%NAME": "a", "%RANGE": "x.Y"}}, "not a usable type system"),
    "description": ({"%DESCRIPTION": 7}, "the description of the type a.B is not usable"),
    "super type": ({"%SUPER_TYPE": "x.Y"}, "not a usable type system"),
}


@pytest.mark.parametrize(("old", "new", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert message in read_corrupted(tmp_path, old, new)


@pytest.mark.parametrize(("changes", "message"), BAD_TYPES.values(), ids=BAD_TYPES)
def test_bad_types_are_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    kind = {"%NAME": "a.B", "%SUPER_TYPE": "uima.tcas.Annotation"}
    data = make_cas(**{"%TYPES": {"a.B": kind | changes}})
    mention = {"%ID": 2, "%TYPE": "a.B", "@sofa": 1, "begin": 0, "end": 1}
    data["%FEATURE_STRUCTURES"].append(mention)
    (tmp_path / "n.json").write_text(json.dumps(data))
    with pytest.raises(InputError) as error:
        list(read(tmp_path))
    assert message in str(error.value)


def test_error_names_the_line(tmp_path: Path) -> None:
    lines = (INCEPTION / "note-1.txt/alice.json").read_text("utf-8").splitlines()
    number = lines.index('    "%ID" : 50,') + 1
    message = read_corrupted(tmp_path, '"@Dependent" : 41', '"@Dependent" : 4711')
    assert f"note-1.json:{number}: " in message


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b'{\n  "%TYPES" : { },\n', True),
        (b'{"%FEATURE_STRUCTURES": [', True),
        (b'{"types": {"x": "%TYPES"}}', False),
        (b'[{"id": 1, "annotations": []', False),
    ],
)
def test_format_is_recognised_by_keys(head: bytes, expected: bool) -> None:
    assert get(FORMAT).recognises("a.json", head) is expected


def make_cas(**changes: Any) -> dict[str, Any]:
    sofa = {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaNum": 1, "sofaID": "_InitialView"}
    data = {
        "%TYPES": {},
        "%FEATURE_STRUCTURES": [{**sofa, "mimeType": "text", "sofaString": "x"}],
        "%VIEWS": {"_InitialView": {"%SOFA": 1, "%MEMBERS": []}},
    }
    return data | changes


def test_text_without_annotations_is_read(tmp_path: Path) -> None:
    (tmp_path / "n.json").write_text(json.dumps(make_cas()))
    [doc] = read(tmp_path)
    assert (doc.text, doc.sets) == ("x", {"gold": AnnotationSet("gold")})


def test_view_without_members_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "n.json"
    path.write_text(json.dumps(make_cas(**{"%VIEWS": {"_InitialView": {"%SOFA": 1}}})))
    with pytest.raises(InputError, match="a view has no %MEMBERS"):
        list(read(path))
