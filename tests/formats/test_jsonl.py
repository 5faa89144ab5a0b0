"""JSON lines: exact output, and errors for malformed lines."""

import json
from pathlib import Path

import pytest
from tests.formats.builders import check_report

from goldsmith.core import AnnotationSet, Code, Document, Mention, Note, Relation, Span
from goldsmith.errors import InputError
from goldsmith.formats import Reader, read, write

GOLDEN = Path(__file__).parent / "golden" / "jsonl" / "notes.jsonl"

LINE = (
    '{"id":"n1","text":"No fever.","sets":{"gold":{"name":"gold","mentions":'
    '[{"id":"m1","type":"Condition","spans":[[3,8]],"attributes":{"status":"negated"},'
    '"codes":[{"code":"C0015967","system":"UMLS"}],"text":"fever"},'
    '{"id":"m2","type":"Negation","spans":[[0,2]],"text":"No"}],'
    '"relations":[{"id":"r1","type":"negation_modifies","arg1":"m2","arg2":"m1"}],'
    '"notes":[{"text":"sure?","target":"m1"}]}}}\n'
)


def note() -> Document:
    annotation_set = AnnotationSet(
        "gold",
        (
            Mention(
                "m1", "Condition", (Span(3, 8),), {"status": "negated"}, (Code("C0015967", "UMLS"),)
            ),
            Mention("m2", "Negation", (Span(0, 2),)),
        ),
        (Relation("r1", "negation_modifies", "m2", "m1"),),
        notes=(Note("sure?", "m1"),),
    )
    return Document("n1", "No fever.", sets={"gold": annotation_set})


def test_writer_output(tmp_path: Path) -> None:
    write([note()], tmp_path / "c.jsonl", "jsonl")
    assert (tmp_path / "c.jsonl").read_text("utf-8") == LINE


def test_empty_fields_may_be_omitted(tmp_path: Path) -> None:
    path = tmp_path / "c.ndjson"
    path.write_text(LINE + '\n{"id": "n2", "text": "😀\\r\\n"}\n', "utf-8")
    first, second = read(path)
    assert first.sets["gold"].mentions[0].text == "fever"
    assert first.sets["gold"].relations == note().sets["gold"].relations
    assert (second.text, second.sets) == ("😀\r\n", {})


def test_folder_of_files_is_one_corpus(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({"id": name, "text": "fever"}))
    assert [doc.id for doc in read(tmp_path)] == ["a", "b"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "n", "text": ', "c.jsonl:2: this is not a document in JSON"),
        ('{"id": "n", "text": 7}', "Expected `str`, got `int` - at `$.text`"),
        ('{"id": "n"}', "missing required field `text`"),
        ('{"id": "n", "text": "Quigley", "sets": {"g": []}}', "at `$.sets[...]`"),
        ('["Quigley"]', "c.jsonl:2: this is not a document in JSON"),
    ],
)
def test_reader_reports_number_of_bad_line(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(f"{LINE}{line}\n", "utf-8")
    with pytest.raises(InputError) as caught:
        list(read(path, "jsonl"))
    assert message in str(caught.value) and "Quigley" not in str(caught.value)


def test_other_encoding_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(LINE.encode() + '{"id": "n", "text": "naïve"}\n'.encode("latin-1"))
    reader = Reader(path, "jsonl", keep_going=True)
    assert [doc.id for doc in reader] == ["n1"] and reader.errors[0].line == 2


def test_golden_file_is_read_and_written_back_unchanged(tmp_path: Path) -> None:
    report, plain = read(GOLDEN)
    check_report(report, plain)
    write([report, plain], tmp_path / "out.jsonl", "jsonl")
    assert (tmp_path / "out.jsonl").read_bytes() == GOLDEN.read_bytes()
