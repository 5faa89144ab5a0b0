"""doccano: golden exports of both shapes, files of several annotators, and bad input."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from goldsmith.core import (
    AnnotationSet,
    Document,
    Mention,
    Metadata,
    Note,
    Relation,
    Span,
    canonicalise,
)
from goldsmith.errors import BadFiles, InputError, LossError
from goldsmith.formats import Reader, get, read, write

GOLDEN = Path(__file__).parent / "golden" / "doccano"
FORMAT = "doccano"
SECRET = "Hartmannbund"


def test_spans_are_read() -> None:
    first, second = read(GOLDEN / "spans.jsonl")
    assert first.sets["gold"].mentions == (
        Mention("T1", "Symptom", (Span(2, 7),)),
        Mention("T2", "Date", (Span(14, 20),)),
    )
    assert (second.id, second.sets["gold"].mentions) == ("102", ())


def test_offsets_after_an_emoji_are_code_points() -> None:
    doc, _ = read(GOLDEN / "spans.jsonl")
    texts = [doc.get_covered_text(mention) for mention in doc.sets["gold"].mentions]
    assert doc.text.startswith("🤒") and texts == ["Fever", "Monday"]


def test_other_keys_are_metadata_and_comments_are_notes() -> None:
    doc, _ = read(GOLDEN / "spans.jsonl")
    assert doc.metadata == Metadata(extra={"ward": "7"})
    assert doc.sets["gold"].notes == (Note("check the date"),)


def test_relations_are_read() -> None:
    """Read an entity and a relation with the same id: doccano numbers them separately."""
    [doc] = read(GOLDEN / "relations.jsonl")
    assert doc.sets["gold"].relations == (Relation("relation-41", "treats", "42", "41"),)
    assert [mention.id for mention in doc.sets["gold"].mentions] == ["41", "42"]


@pytest.mark.parametrize("name", ["spans.jsonl", "relations.jsonl"])
def test_golden_file_survives_a_round_trip(tmp_path: Path, name: str) -> None:
    docs = list(read(GOLDEN / name))
    write(docs, tmp_path / "out.jsonl", FORMAT)
    back = list(read(tmp_path / "out.jsonl"))
    assert [doc.id for doc in back] == [doc.id for doc in docs]
    assert list(map(canonicalise, back)) == list(map(canonicalise, docs))


def save(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize(
    "line",
    [
        {"text": "fever", "label": [[0, 5, "Symptom"]]},
        {"text": "fever", "labels": [[0, 5, "Symptom"]]},
        {"data": "fever", "label": [[0, 5, "Symptom"]]},
        {"doc_id": 1, "text": "fever", "entities": [[0, 5, "Symptom"]], "username": "admin"},
        {"text": "fever", "entities": [{"start_offset": 0, "end_offset": 5, "label": "Symptom"}]},
    ],
)
def test_shapes_of_earlier_versions_are_read(tmp_path: Path, line: dict[str, Any]) -> None:
    [doc] = read(save(tmp_path / "a.jsonl", line), FORMAT)
    assert doc.id == "1"
    assert doc.sets["gold"].mentions == (Mention("T1", "Symptom", (Span(0, 5),)),)


def make_example(key: int, *spans: tuple[int, int, str], text: str = "fever") -> dict[str, Any]:
    return {"id": key, "text": text, "label": spans, "Comments": []}


def test_files_with_the_same_documents_become_sets_of_annotators(tmp_path: Path) -> None:
    save(tmp_path / "admin.jsonl", make_example(1, (0, 5, "A")), make_example(2))
    save(tmp_path / "marsh.jsonl", make_example(1))
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        for name in ("admin.jsonl", "marsh.jsonl"):
            archive.write(tmp_path / name, name)
    docs = list(read(tmp_path / "export.zip"))
    assert {doc.id: list(doc.sets) for doc in docs} == {"1": ["admin", "marsh"], "2": ["admin"]}


def test_files_with_different_documents_form_one_corpus(tmp_path: Path) -> None:
    save(tmp_path / "train.jsonl", make_example(1))
    save(tmp_path / "test.jsonl", make_example(2))
    assert {doc.id: list(doc.sets) for doc in read(tmp_path)} == {"1": ["gold"], "2": ["gold"]}


def test_annotators_must_have_the_same_text(tmp_path: Path) -> None:
    save(tmp_path / "a.jsonl", make_example(1))
    save(tmp_path / "b.jsonl", make_example(1, text=SECRET))
    with pytest.raises(InputError, match=r"b\.jsonl:1: 1: the text differs") as error:
        list(read(tmp_path, FORMAT))
    assert SECRET not in str(error.value)


def test_writer_output(tmp_path: Path) -> None:
    annotation_set = AnnotationSet(
        "gold",
        (Mention("m1", "A", (Span(2, 3),)), Mention("m2", "B", (Span(2, 4),))),
        (Relation("r1", "x", "m2", "m1"),),
        notes=(Note("see letter"),),
    )
    doc = Document("n-1", "😀 ab", Metadata(date="2008"), sets={"gold": annotation_set})
    write([doc], tmp_path / "out.jsonl", FORMAT)
    assert (tmp_path / "out.jsonl").read_text("utf-8") == (
        '{"id":"n-1","entities":[{"id":1,"label":"A","start_offset":2,"end_offset":3},'
        '{"id":2,"label":"B","start_offset":2,"end_offset":4}],'
        '"relations":[{"id":1,"from_id":2,"to_id":1,"type":"x"}],'
        '"Comments":["see letter"],"text":"😀 ab","date":"2008"}\n'
    )


def test_losses_are_named(tmp_path: Path) -> None:
    notes = (Note("x", "1"), Note("y", "", "review"))
    annotation_set = AnnotationSet("gold", (Mention("1", "A", (Span(0, 1),)),), notes=notes)
    metadata = Metadata(extra={"label": "x", "date": "y"})
    doc = Document("n", "text", metadata, sets={"gold": annotation_set})
    with pytest.raises(LossError) as error:
        write([doc], tmp_path / "out.jsonl", FORMAT)
    assert error.value.losses == {"metadata-names": 2, "notes-on-annotations": 1, "note-kinds": 1}


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no text": ({"id": 1, "label": []}, "the line has no text"),
    "categories": ({"id": 1, "text": SECRET, "label": ["Symptom"]}, "categories of the whole text"),
    "outside": (make_example(1, (0, 99, "A")), "1, T1: the spans 0-99 are not inside the text"),
    "entity": ({"id": 1, "text": SECRET, "entities": [{"id": 1}]}, "an entity cannot be read: Obj"),
    "dangling": (
        {"id": 1, "text": "x", "relations": [{"from_id": 1, "to_id": 2, "type": "x"}]},
        "relation-1: its first argument 1 does not exist",
    ),
    "structure": ({"id": 1, "text": 5}, "this line cannot be read: Expected"),
}


@pytest.mark.parametrize(("line", "message"), BAD.values(), ids=BAD)
def test_bad_line_is_refused(tmp_path: Path, line: dict[str, Any], message: str) -> None:
    path = save(tmp_path / "a.jsonl", make_example(7), line)
    with pytest.raises(InputError) as error:
        list(read(path, FORMAT))
    assert message in str(error.value) and SECRET not in str(error.value)
    assert "a.jsonl:2: " in str(error.value)


def test_bad_line_invalidates_only_its_document(tmp_path: Path) -> None:
    path = save(tmp_path / "a.jsonl", make_example(1), make_example(2))
    path.write_text(path.read_text() + '{"id": 3, "text": ')
    reader = Reader(path, FORMAT, keep_going=True)
    assert [doc.id for doc in reader] == ["1", "2"] and len(reader.errors) == 1
    with pytest.raises((InputError, BadFiles), match="this line cannot be read"):
        list(read(path, FORMAT))


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b'{"id": 12, "text": "' + b"x" * 2000, True),
        (b'{"text": "x", "label": [[0, 1, "A"]]}', True),
        (b'{"id":"n","entities":[],"relations":[]', True),
        (b'{"id": "n", "text": "x", "sets": {}}', False),
        (b'{"text": "x", "spans": [{"start": 0}], "label": []}', False),
        (b'{"text": "x", "label": "A"}', False),
        (b'{"doc": "1", "mentions": []}', False),
    ],
)
def test_format_is_recognised_by_keys(head: bytes, expected: bool) -> None:
    assert get(FORMAT).recognises("a.jsonl", head) is expected
