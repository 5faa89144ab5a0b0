"""Prodigy: a golden dataset of several annotators, exact output, and bad input."""

import json
from pathlib import Path
from typing import Any

import pytest

from goldsmith.core import (
    AnnotationSet,
    Document,
    Mention,
    Metadata,
    Relation,
    Span,
    canonicalise,
)
from goldsmith.errors import InputError, LossError
from goldsmith.formats import Reader, get, read, write

GOLDEN = Path(__file__).parent / "golden" / "prodigy" / "letters.jsonl"
FORMAT = "prodigy"
SECRET = "Hartmannbund"


@pytest.fixture
def docs() -> dict[str, Document]:
    return {doc.id: doc for doc in read(GOLDEN)}


@pytest.fixture
def alice(docs: dict[str, Document]) -> AnnotationSet:
    return docs["letter-9"].sets["letters-alice"]


def test_answers_to_a_text_become_sets_of_one_document(docs: dict[str, Document]) -> None:
    """Skip the task that Carol rejected, and read a session without a name as gold."""
    assert {name: list(doc.sets) for name, doc in docs.items()} == {
        "letter-9": ["letters-alice", "letters-bob"],
        "-88201": ["gold"],
    }
    assert docs["letter-9"].metadata == Metadata(extra={"source": "clinic"})


def test_offsets_after_an_emoji_are_code_points(
    docs: dict[str, Document], alice: AnnotationSet
) -> None:
    doc = docs["letter-9"]
    assert doc.text.startswith("🫁")
    assert [doc.get_covered_text(mention) for mention in alice.mentions] == [
        "Dry cough",
        "fever",
        "codeine",
        "cough",
    ]


def test_other_keys_of_a_span_are_attributes(alice: AnnotationSet) -> None:
    assert alice.mentions[1].attributes == {"negated": "true"}


def test_relations_refer_to_spans_or_to_bare_tokens(alice: AnnotationSet) -> None:
    assert alice.relations == (
        Relation("R1", "TREATS", "T3", "T1"),
        Relation("R2", "FOR", "T3", "T4"),
    )
    assert (alice.mentions[3].type, alice.mentions[3].attributes) == (
        "token",
        {"prodigy:token": "true"},
    )


def test_binary_answers_of_an_annotator_are_merged(docs: dict[str, Document]) -> None:
    types = [mention.type for mention in docs["letter-9"].sets["letters-bob"].mentions]
    assert types == ["DRUG", "SYMPTOM"]


def test_golden_file_survives_a_round_trip(tmp_path: Path, docs: dict[str, Document]) -> None:
    write(docs.values(), tmp_path / "out.jsonl", FORMAT)
    back = {doc.id: doc for doc in read(tmp_path / "out.jsonl")}
    assert {name: canonicalise(doc) for name, doc in back.items()} == {
        name: canonicalise(doc) for name, doc in docs.items()
    }


def test_documents_with_the_same_text_stay_distinct(tmp_path: Path) -> None:
    docs = [Document(name, "Same text.", sets={"a": AnnotationSet("a")}) for name in ("x", "y")]
    write(docs, tmp_path / "out.jsonl", FORMAT)
    assert [doc.id for doc in read(tmp_path / "out.jsonl")] == ["x", "y"]


def save(path: Path, *lines: dict[str, Any]) -> Path:
    (path / "a.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path / "a.jsonl"


def test_texts_with_the_same_id_are_numbered(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [
        {"text": text, "meta": {"id": key}, "spans": []}
        for key, text in ((7, "One."), (7, "Two."), ("7.2", "Three."), (7, "Four."))
    ]
    ids = [doc.id for doc in read(save(tmp_path, *lines), FORMAT)]
    assert ids == ["7", "7.2", "7.2.2", "7.3"]


def test_text_without_annotations_has_no_set(tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [{"text": "a"}, {"text": "b", "answer": "ignore", "spans": []}]
    assert [(doc.id, doc.sets) for doc in read(save(tmp_path, *lines), FORMAT)] == [
        ("1", {}),
        ("2", {}),
    ]


def test_relations_between_tokens_are_read(tmp_path: Path) -> None:
    line = {
        "text": "no fever",
        "tokens": [{"text": "no", "start": 0, "end": 2}, {"text": "fever", "start": 3, "end": 8}],
        "relations": [{"head": 1, "child": 0, "label": "neg"}],
        "spans": [{"start": 3, "end": 8, "label": "A"}],
        "answer": "accept",
    }
    [doc] = read(save(tmp_path, line), FORMAT)
    assert doc.sets["gold"].relations == (Relation("R1", "neg", "T1", "T2"),)


def test_writer_output(tmp_path: Path) -> None:
    annotation_set = AnnotationSet(
        "marsh",
        (Mention("m1", "A", (Span(2, 7),), {"status": "new"}), Mention("m2", "B", (Span(5, 10),))),
        (Relation("r1", "x", "m1", "m2"),),
    )
    doc = Document("n", "😀 fever\n ok", Metadata(date="2008"), sets={"marsh": annotation_set})
    write([doc], tmp_path / "out.jsonl", FORMAT)
    line = json.loads((tmp_path / "out.jsonl").read_text("utf-8"))
    first = {"start": 2, "end": 7, "token_start": 1, "token_end": 2, "label": "A"}
    second = {"start": 5, "end": 10, "token_start": 2, "token_end": 4, "label": "B"}
    assert line["meta"] == {"id": "n", "date": "2008"}
    assert [(token["text"], token["ws"]) for token in line["tokens"]] == [
        ("😀", True),
        ("fev", False),
        ("er", False),
        ("\n ", False),
        ("o", False),
        ("k", False),
    ]
    assert line["spans"] == [{**first, "status": "new"}, second]
    relation = {"head": 2, "child": 4, "head_span": first, "child_span": second, "label": "x"}
    assert line["relations"] == [relation]
    assert (line["answer"], line["_annotator_id"], line["_view_id"]) == (
        "accept",
        "marsh",
        "relations",
    )
    assert next(read(tmp_path / "out.jsonl")).text == doc.text


def test_losses_are_named(tmp_path: Path) -> None:
    annotation_set = AnnotationSet(
        "gold",
        (Mention("1", "A", (Span(0, 1),), {"token_start": "x"}),),
        (Relation("2", "x", "1", "1"), Relation("3", "x", "1", "1")),
    )
    doc = Document("n", "text", Metadata(extra={"id": "x"}), sets={"gold": annotation_set})
    with pytest.raises(LossError) as error:
        write([doc], tmp_path / "out.jsonl", FORMAT)
    assert error.value.losses == {
        "metadata-names": 1,
        "attribute-names": 1,
        "repeated-relations": 1,
    }


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "recorded text": (
        {"text": SECRET, "spans": [{"start": 0, "end": 4, "text": "none", "label": "A"}]},
        "2, T1: the wording that the file records for 1 of 1",
    ),
    "outside": (
        {"text": SECRET, "meta": {"id": "n"}, "spans": [{"start": 0, "end": 99, "label": "A"}]},
        "n, T1: the spans 0-99 are not inside the text",
    ),
    "image": ({"text": SECRET, "spans": [{"x": 1, "label": "A"}]}, "a span has no character off"),
    "token": (
        {"text": SECRET, "spans": [], "relations": [{"head": 9, "child": 0, "label": "x"}]},
        "a relation refers to the token 9",
    ),
    "doccano": ({"text": SECRET, "label": [[0, 4, "A"]]}, "a form that Prodigy does not write"),
    "structure": ({"text": SECRET, "spans": 5}, "this line cannot be read: Expected"),
    "no text": ({"image": "x.png"}, "this line cannot be read: Object missing"),
}


@pytest.mark.parametrize(("line", "message"), BAD.values(), ids=BAD)
def test_bad_line_is_refused(tmp_path: Path, line: dict[str, Any], message: str) -> None:
    path = save(tmp_path, {"text": "fine", "spans": []}, line)
    with pytest.raises(InputError) as error:
        list(read(path, FORMAT))
    assert message in str(error.value) and SECRET not in str(error.value)
    assert "a.jsonl:2: " in str(error.value)


def test_bad_line_invalidates_only_its_document(tmp_path: Path) -> None:
    path = save(tmp_path, {"text": "fine", "spans": []}, {"text": 5})
    reader = Reader(path, FORMAT, keep_going=True)
    assert [doc.text for doc in reader] == ["fine"] and len(reader.errors) == 1


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b'{"text":"x","_input_hash":-5,"spans":[]', True),
        (b'{"text": "x", "spans": [{"start": 0, "end": 1', True),
        (b'{"text": "' + b"x" * 2000, True),
        (b'{"text": "x", "answer": "accept"}', True),
        (b'{"id": "n", "text": "x", "sets": {"gold": {}}}', False),
        (b'{"text": "x", "label": [[0, 1, "A"]]}', False),
        (b'{"doc": "1", "mentions": [{"id": 0, "spans": [[0, 1]]}]}', False),
    ],
)
def test_format_is_recognised_by_keys(head: bytes, expected: bool) -> None:
    assert get(FORMAT).recognises("a.jsonl", head) is expected
