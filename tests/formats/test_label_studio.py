"""Label Studio: a golden export, exact output, and bad input."""

import json
from pathlib import Path
from typing import Any

import pytest

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Mention,
    Metadata,
    Note,
    Provenance,
    Relation,
    Span,
    canonicalise,
)
from goldsmith.errors import BadFiles, InputError, LossError
from goldsmith.formats import Reader, get, read, write

GOLDEN = Path(__file__).parent / "golden" / "label_studio" / "project-3-at-2024-06-24.json"
FORMAT = "label-studio"
SECRET = "Hartmannbund"
CREATED = "2024-06-20T08:54:12.117219Z"


@pytest.fixture
def docs() -> dict[str, Document]:
    return {doc.id: doc for doc in read(GOLDEN)}


@pytest.fixture
def first(docs: dict[str, Document]) -> AnnotationSet:
    return docs["1"].sets["annotator-1"]


def test_each_task_is_a_document(docs: dict[str, Document]) -> None:
    assert list(docs) == ["1", "2", "3"]
    assert docs["1"].metadata == Metadata(patient="P-12", extra={"ward": "7"})
    assert docs["3"].sets == {}


def test_annotators_and_models_have_sets(docs: dict[str, Document]) -> None:
    """Check the sets of annotators and models; a cancelled annotation has no set."""
    assert {name: anns.provenance for name, anns in docs["1"].sets.items()} == {
        "annotator-1": Provenance("human", "annotator-1", CREATED),
        "marsh@example.org": Provenance("human", "marsh@example.org", CREATED),
        "ner-2024.1": Provenance("system", "ner-2024.1", "2024-06-19T10:00:00.000000Z"),
    }


def test_offsets_are_code_points(docs: dict[str, Document], first: AnnotationSet) -> None:
    mention = first.mentions_by_id()["SQF7Wv8hrZ"]
    assert docs["1"].text[:1] == "🌡" and docs["1"].get_covered_text(mention) == "cough"


def test_utf_16_offsets_of_old_versions_are_recognised_by_the_wording(
    docs: dict[str, Document],
) -> None:
    [mention] = docs["2"].sets["annotator-1"].mentions
    assert docs["2"].get_covered_text(mention) == "cough"
    assert mention.spans == docs["1"].sets["annotator-1"].mentions_by_id()["SQF7Wv8hrZ"].spans


def test_results_of_a_region_become_attributes_codes_and_notes(first: AnnotationSet) -> None:
    assert first.mentions[0] == Mention(
        "gew3t9fgkg",
        "Symptom",
        (Span(8, 13),),
        {"certainty": "positive"},
        (Code("C0015967", "UMLS"),),
        "fever",
    )
    assert first.notes == (Note("taken at home", "gew3t9fgkg"),)


def test_choices_for_the_whole_text_become_a_mention_without_spans(first: AnnotationSet) -> None:
    assert first.mentions[-1] == Mention("98g-cOnado", "visit", (), {"choice": "follow-up|acute"})


def test_relations_follow_their_direction(first: AnnotationSet) -> None:
    assert first.relations == (
        Relation("relation-1", "treats", "dPrmlsIT9D", "SQF7Wv8hrZ"),
        Relation("relation-2", "relation", "SQF7Wv8hrZ", "gew3t9fgkg"),
    )


def test_golden_file_survives_a_round_trip(tmp_path: Path, docs: dict[str, Document]) -> None:
    write(docs.values(), tmp_path / "out.json", FORMAT)
    back = {doc.id: doc for doc in read(tmp_path / "out.json")}
    assert back == docs


def make_region(key: str, start: Any, end: Any, text: str = "", **changes: Any) -> dict[str, Any]:
    value = {"start": start, "end": end, "labels": ["Symptom"]} | ({"text": text} if text else {})
    item = {"id": key, "from_name": "label", "to_name": "text", "type": "labels", "value": value}
    return item | changes


def make_task(*items: dict[str, Any], text: str = f"fever 😀 {SECRET}") -> dict[str, Any]:
    return {"id": 1, "data": {"text": text}, "annotations": [{"completed_by": 1, "result": items}]}


def save(path: Path, *tasks: Any) -> Path:
    (path / "tasks.json").write_text(json.dumps(tasks, indent=1))
    return path / "tasks.json"


def test_each_label_of_a_region_becomes_a_mention(tmp_path: Path) -> None:
    item = make_region("r1", 0, 5)
    item["value"]["labels"] = ["Symptom", "Sign"]
    tagged = make_region("r2", 0, 5, from_name="ner")
    [doc] = read(save(tmp_path, make_task(item, tagged)))
    assert doc.sets["annotator-1"].mentions == (
        Mention("r1", "Symptom", (Span(0, 5),)),
        Mention("r1.2", "Sign", (Span(0, 5),)),
        Mention("r2", "Symptom", (Span(0, 5),), {"label-studio:tag": "ner"}),
    )


def test_region_without_label_is_named_after_its_choices(tmp_path: Path) -> None:
    value = {"start": 0, "end": 5, "text": "fever", "choices": ["yes"]}
    item = {"id": "r1", "from_name": "save", "type": "choices", "value": value}
    [doc] = read(save(tmp_path, make_task(item)))
    assert doc.sets["annotator-1"].mentions == (
        Mention("r1", "save", (Span(0, 5),), {"choice": "yes"}, text="fever"),
    )


def test_second_annotation_of_an_annotator_becomes_another_set(tmp_path: Path) -> None:
    task = make_task(make_region("r1", 0, 5))
    task["annotations"] *= 2
    [doc] = read(save(tmp_path, task))
    assert list(doc.sets) == ["annotator-1", "annotator-1.2"]


def test_set_without_annotator_gets_the_requested_name(tmp_path: Path) -> None:
    task = make_task(make_region("r1", 0, 5))
    del task["annotations"][0]["completed_by"]
    [doc] = read(save(tmp_path, task), set_name="team")
    assert list(doc.sets) == ["team"]


def test_line_breaks_in_recorded_text_may_be_escaped(tmp_path: Path) -> None:
    task = make_task(make_region("r1", 0, 3, "a\\nb"), text="a\nb")
    assert len(list(read(save(tmp_path, task)))) == 1


def test_backslash_in_the_text_is_not_a_line_break(tmp_path: Path) -> None:
    task = make_task(make_region("r1", 0, 4, "a\\nb"), text="a\\nb")
    [doc] = read(save(tmp_path, task))
    assert [mention.text for mention in doc.sets["annotator-1"].mentions] == ["a\\nb"]


def test_utf_16_offsets_are_recognised_despite_a_wrong_wording(tmp_path: Path) -> None:
    wordings = {"r1": "fever", "r2": "fever", "r3": "cough"}
    regions = [make_region(key, 3, 8, wording) for key, wording in wordings.items()]
    with pytest.raises(InputError, match="1, r3: the wording that the file records for 1 of 3"):
        list(read(save(tmp_path, make_task(*regions, text="😀 fever"))))


def test_error_shows_the_beginning_of_an_id(tmp_path: Path) -> None:
    region = make_region("the patient had a secret", 0, 5)
    region["value"]["end"] = "5"
    with pytest.raises(InputError, match="1, the patient had a se…: the region has no offsets"):
        list(read(save(tmp_path, make_task(region))))


def test_writer_output(tmp_path: Path) -> None:
    mention = Mention("m1", "Symptom", (Span(2, 7),), {"certainty": "no"}, (Code("C1", "UMLS"),))
    annotation_set = AnnotationSet("annotator-4", (mention,))
    doc = Document("n1", "😀 fever", sets={"annotator-4": annotation_set})
    write([doc], tmp_path / "out.json", FORMAT)
    place = {"start": 2, "end": 7, "text": "fever"}
    common = {"id": "m1", "to_name": "text"}
    assert json.loads((tmp_path / "out.json").read_text("utf-8")) == [
        {
            "id": 1,
            "annotations": [
                {
                    "result": [
                        {
                            **common,
                            "type": "labels",
                            "from_name": "label",
                            "value": {**place, "labels": ["Symptom"]},
                        },
                        {
                            **common,
                            "type": "choices",
                            "from_name": "certainty",
                            "value": {**place, "choices": ["no"]},
                        },
                        {
                            **common,
                            "type": "textarea",
                            "from_name": "code",
                            "value": {**place, "text": ["UMLS:C1"]},
                        },
                    ],
                    "completed_by": 4,
                    "goldsmith": {"set": "annotator-4"},
                }
            ],
            "predictions": [],
            "data": {"text": "😀 fever", "doc_id": "n1"},
        }
    ]


def test_set_of_a_system_becomes_a_prediction(tmp_path: Path) -> None:
    annotation_set = AnnotationSet("crf", provenance=Provenance("system", "crf-3"))
    write([Document("n", "x", sets={"crf": annotation_set})], tmp_path / "out.json", FORMAT)
    [task] = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert task["annotations"] == [] and task["predictions"][0]["model_version"] == "crf-3"


def test_losses_are_named(tmp_path: Path) -> None:
    annotation_set = AnnotationSet(
        "gold",
        (Mention("1", "A", (Span(0, 1),), {}, (Code("no code", "X"),)),),
        (Relation("2", "", "1", "1"),),
        notes=(Note("x"), Note("x", "1", "review")),
    )
    metadata = Metadata(extra={"text": "taken", "date": "taken"})
    doc = Document("n", "text", metadata, sets={"gold": annotation_set})
    with pytest.raises(LossError) as error:
        write([doc], tmp_path / "out.json", FORMAT)
    assert error.value.losses == {
        "metadata-names": 2,
        "notes-on-documents-or-relations": 1,
        "note-kinds": 1,
        "codes-that-cannot-be-spelt": 1,
        "relations-without-type": 1,
    }


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "recorded text": (
        make_task(make_region("r1", 0, 5, "cough")),
        "1, r1: the wording",
    ),
    "outside": (make_task(make_region("r1", 0, 99)), "1, r1: the spans 0-99 are not inside"),
    "html": (make_task(make_region("r1", "/p[1]", "/p[1]")), "r1: the region has no offsets in"),
    "no text": ({"id": 1, "data": {"image": 1}, "annotations": []}, "the task 1 has no text"),
    "two texts": ({"id": 1, "data": {"a": "x", "b": "y"}}, "the task 1 has no text"),
    "no id": ({"data": {"text": "x"}}, "a task has no id"),
    "dangling": (
        make_task({"type": "relation", "from_id": "a", "to_id": "b", "labels": ["x"]}),
        "relation-1: its first argument a does not exist",
    ),
    "structure": ({"id": 1, "annotations": {}, "data": {}}, "a task cannot be read: Expected"),
}


@pytest.mark.parametrize(("task", "message"), BAD.values(), ids=BAD)
def test_bad_task_is_refused(tmp_path: Path, task: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        list(read(save(tmp_path, task), FORMAT))
    assert message in str(error.value) and SECRET not in str(error.value)
    assert "tasks.json:2: " in str(error.value)


def test_offsets_past_the_end_are_recognised_as_utf_16(tmp_path: Path) -> None:
    task = make_task(make_region("r1", 3, 8, "cough"), text="😀 cough")
    [doc] = read(save(tmp_path, task))
    assert doc.sets["annotator-1"].mentions[0].spans == (Span(2, 7),)


def test_bad_task_invalidates_only_its_document(tmp_path: Path) -> None:
    path = save(tmp_path, make_task(make_region("r1", 0, 99)), {**make_task(), "id": 2})
    reader = Reader(path, FORMAT, keep_going=True)
    assert [doc.id for doc in reader] == ["2"] and len(reader.errors) == 1


def test_truncated_file_is_refused(tmp_path: Path) -> None:
    content = GOLDEN.read_bytes()
    (tmp_path / "t.json").write_bytes(content[: len(content) // 2])
    with pytest.raises((InputError, BadFiles), match="the JSON is incomplete"):
        list(read(tmp_path / "t.json", FORMAT))


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b'[{"id":1,"annotations":[{"id":9,"completed_by":1,"result":[', True),
        (b'[{"id":1,"data":{"text":"' + b"x" * 2000, True),
        (b'[{"data": {"text": "x"}, "predictions": []', True),
        (b'{"id": 1, "annotations": [], "predictions": [], "data": {', True),
        (b'{"id": "1", "infons": {}, "annotations": [], "data": {', False),
        (b'{"%TYPES": {}, "%VIEWS"', False),
        (b'{"annotations": [{"start": 1}]}', False),
    ],
)
def test_format_is_recognised_by_keys(head: bytes, expected: bool) -> None:
    assert get(FORMAT).recognises("a.json", head) is expected


def test_document_ids_survive(tmp_path: Path) -> None:
    docs = [Document("a/b", "x"), Document("17", "y")]
    write(docs, tmp_path / "out", FORMAT)
    assert [(doc.id, canonicalise(doc)["text"]) for doc in read(tmp_path / "out")] == [
        ("a/b", "x"),
        ("17", "y"),
    ]
