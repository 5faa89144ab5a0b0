"""A queue contains the units to decide, and reports files that it cannot read."""

from pathlib import Path

import msgspec
import pytest
from tests.project.adjudication.corpora import NOTES, build_documents, open_queue, write_corpus

from goldsmith.adjudication import Decision, find_open_units, load_rules
from goldsmith.errors import InputError, UnknownName
from goldsmith.project.adjudication.log import index_decisions, read_decisions
from goldsmith.project.adjudication.make import make_queue
from goldsmith.project.adjudication.queue import DECISIONS, MANIFEST, UNITS, Queue
from goldsmith.project.adjudication.work import Stream, name_origin


def test_queue_has_rules_sets_and_units_with_their_context(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    manifest = queue.manifest
    assert manifest.rules == load_rules("clef") and manifest.schema is not None
    assert manifest.schema.name == "clef" and manifest.documents == 2
    assert set(manifest.hashes) == {"anna", "ben"} and len(manifest.hashes["anna"]) == 64
    assert manifest.units == {"mention": 3, "relation": 1}
    assert manifest.settled == {"mention": 2}
    units = [entry for doc in queue.iterate_documents() for entry in doc.units]
    assert [entry.unit.kind for entry in units] == ["mention", "mention", "relation", "mention"]
    extent = units[0]
    words = [extent.get_words(candidate.spans) for candidate in extent.unit.candidates]
    assert words == ["severe pain", "pain"]
    relation = units[2]
    [candidate] = relation.unit.candidates
    versions = [relation.list_versions(slot) for slot in candidate.arguments]
    assert [[place.settled for place in slot] for slot in versions] == [[False, False], [True]]


def test_open_units_are_found_from_the_queue_alone(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    document = queue.read_document("n1")
    comparison = document.make_comparison()
    mentions = find_open_units(comparison, {}, queue.schema)
    assert [unit.kind for unit in mentions] == ["mention", "mention"]
    decisions = {unit.id: Decision(unit.id, ("1",)) for unit in mentions}
    [relation] = find_open_units(comparison, decisions, queue.schema)
    assert relation.kind == "relation"


def test_hash_of_a_set_changes_only_with_its_content(tmp_path: Path) -> None:
    hashes = open_queue(tmp_path / "a").manifest.hashes
    assert open_queue(tmp_path / "b", docs=build_documents()[::-1]).manifest.hashes == hashes
    changed = {**NOTES, "n2": {**NOTES["n2"], "ben": "groin scan showed a hernia"}}
    other = open_queue(tmp_path / "c", docs=build_documents(changed)).manifest.hashes
    assert other["anna"] == hashes["anna"] and other["ben"] != hashes["ben"]


def test_decisions_are_carried_over_to_unchanged_units(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    units = list(queue.index.documents)
    queue.append(Decision(unit, ("1",), by="carol") for unit in units)
    changed = {**NOTES, "n2": {**NOTES["n2"], "ben": NOTES["n2"]["anna"]}}
    write_corpus(tmp_path / "corpus", build_documents(changed))
    stream = Stream(name_origin(["anna", "ben"], str(tmp_path / "corpus"), None))
    made = make_queue(
        stream, queue.rules, None, tmp_path / "again", decisions=queue.read_decisions()
    )
    assert made.taken_over == 3 and made.dropped == [units[3]]
    assert [entry.unit for entry in Queue(tmp_path / "again").read_decisions()] == units[:3]


def test_documents_of_a_single_annotator_are_skipped_treated_as_empty_or_refused(
    tmp_path: Path,
) -> None:
    notes = {**NOTES, "n3": {"anna": "a <m:Condition>cough</>"}}
    corpus = str(write_corpus(tmp_path / "corpus", build_documents(notes)))
    for missing, units in (("skip", 3), ("empty", 4)):
        origin = name_origin(["anna", "ben"], corpus, None, missing=missing)  # type: ignore[arg-type]
        made = make_queue(Stream(origin), load_rules("clef"), None, tmp_path / missing)
        assert made.units["mention"] == units
        assert any("n3" in notice for notice in made.notices)
    origin = name_origin(["anna", "ben"], corpus, None, missing="refuse")
    with pytest.raises(InputError, match="ben has no annotations in 1: n3"):
        make_queue(Stream(origin), load_rules("clef"), None, tmp_path / "refused")
    assert not (tmp_path / "refused").exists()


def test_unknown_sets_single_sets_and_foreign_folders_are_refused(tmp_path: Path) -> None:
    corpus = str(write_corpus(tmp_path / "corpus"))
    with pytest.raises(InputError, match="two annotators"):
        name_origin(["anna"], corpus, None)
    origin = name_origin(["anna", "bem"], corpus, None)
    with pytest.raises(UnknownName, match="Did you mean ben"):
        make_queue(Stream(origin), load_rules("clef"), None, tmp_path / "queue")
    origin = name_origin(["anna", "ben"], corpus, None)
    with pytest.raises(InputError, match="it is not a queue"):
        make_queue(Stream(origin), load_rules("clef"), None, tmp_path / "corpus", overwrite=True)
    with pytest.raises(InputError, match="not a queue"):
        Queue(tmp_path / "corpus")


def test_sets_on_different_texts_are_refused(tmp_path: Path) -> None:
    docs = build_documents()
    for name in ("anna", "ben"):
        own = [msgspec.structs.replace(doc, sets={name: doc.sets[name]}) for doc in docs]
        if name == "ben":
            own[0] = msgspec.structs.replace(own[0], text=own[0].text.replace("aspirin", "heparin"))
        write_corpus(tmp_path / name, own)
    origin = name_origin([str(tmp_path / "anna"), str(tmp_path / "ben")], None, None)
    with pytest.raises(InputError, match="text of 1 documents differs") as caught:
        Stream(origin)
    assert "heparin" not in str(caught.value)


def test_lines_that_are_not_decisions_are_reported_all_at_once(tmp_path: Path) -> None:
    log = tmp_path / DECISIONS
    log.write_text('{"unit": "a"}\nnot json\n\n{"unit": 3}\n{"unit": "b", "kep": ["1"]}\n')
    with pytest.raises(InputError, match="3 lines are not decisions") as caught:
        read_decisions(log)
    for part in ("line 2: it is not JSON", "line 4", "line 5", "kep"):
        assert part in str(caught.value)
    assert "not json" not in str(caught.value)


def test_later_lines_override_earlier_ones_and_reopened_units_have_no_decision() -> None:
    log = [
        Decision("a", ("1",)),
        Decision("b"),
        Decision("a", ("2",)),
        Decision("b", reopened=True),
    ]
    assert index_decisions(log) == {"a": Decision("a", ("2",))}


def test_damaged_queues_are_reported(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    units = queue.folder / UNITS
    lines = units.read_bytes().splitlines(keepends=True)
    units.write_bytes(lines[0] + b'{"unit": {"id": 1}}\n')
    with pytest.raises(InputError, match=r"units.jsonl:2: this line is not a decision unit"):
        list(Queue(queue.folder).index.documents)
    manifest = (queue.folder / MANIFEST).read_text()
    (queue.folder / MANIFEST).write_text(manifest.replace('"version": 1', '"version": 9'))
    with pytest.raises(InputError, match="version 9"):
        Queue(queue.folder)
    (queue.folder / MANIFEST).write_text("{")
    with pytest.raises(InputError, match="manifest cannot be read"):
        Queue(queue.folder)


def test_only_one_process_at_a_time_can_work_on_a_queue(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    with (
        queue.lock(),
        pytest.raises(InputError, match="another process is working on this queue"),
        Queue(queue.folder).lock(),
    ):
        pass
    with queue.lock():  # released
        pass


def test_missing_line_end_is_added_before_the_next_line(tmp_path: Path) -> None:
    queue = open_queue(tmp_path)
    (queue.folder / DECISIONS).write_text('{"unit": "a"}')
    queue.append([Decision("b")])
    assert [entry.unit for entry in queue.read_decisions()] == ["a", "b"]
