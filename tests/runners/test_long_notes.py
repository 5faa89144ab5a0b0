"""Long notes are annotated in windows, as if they had been annotated as a whole."""

import json
from collections import Counter

import msgspec
import pytest

from goldsmith.core import (
    AnnotationSet,
    Document,
    Mention,
    MentionType,
    Relation,
    RelationType,
    Schema,
    Span,
)
from goldsmith.core.packed import PackedSequence
from goldsmith.formats import get, read, write
from goldsmith.formats.parquet.tables import encode_tables
from goldsmith.formats.shared.native import encode_line, fill_mention_texts
from goldsmith.runners.annotate import Batch, Failure
from goldsmith.runners.long_notes import LongNotes, unpack

LIMIT = 12


def annotate(doc: Document) -> Document:
    """Add a mention for each X, and relate it to the previous one; ids are consecutive."""
    mentions: list[Mention] = []
    relations: list[Relation] = []
    for place, char in enumerate(doc.text):
        if char == "X":
            name = f"s{len(mentions) + len(relations) + 1}"
            mentions.append(Mention(name, "Mark", (Span(place, place + 1),)))
            if len(mentions) > 1:
                number = len(mentions) + len(relations) + 1
                relations.append(Relation(f"r{number}", "Next", mentions[-2].id, name))
    return doc.with_set(AnnotationSet("system", tuple(mentions), tuple(relations)))


def run(docs: list[Document], failing: str = "!", *, only: bool = False) -> list[Batch]:
    """Annotate documents as batches of one; a text that contains `failing` fails."""
    notes = LongNotes("system", only=only, limit=LIMIT)
    batches = []
    for doc in notes.divide(docs):
        if failing in doc.text:
            batch = Batch((), (Failure(doc.id, "ValueError"),))
        else:
            annotated = annotate(doc)
            count = len(annotated.sets["system"].mentions)
            relations = {"Next": count - 1} if count > 1 else {}
            batch = Batch((annotated,), (), {"Mark": count} if count else {}, relations)
        batches.append(notes.merge(batch))
    return batches


def test_windows_are_merged_into_one_note_with_its_original_text_and_offsets() -> None:
    own = AnnotationSet("gold", (Mention("T1", "Mark", (Span(1, 2),)),))
    doc = Document("d", "aX bX cX dX eX fX gX hX", sets={"gold": own})
    batches = run([Document("a", "X"), doc, Document("b", "XX")])
    [first, note, last] = [doc for batch in batches for doc in batch.documents]
    assert [first.id, note.id, last.id] == ["a", "d", "b"]
    assert note.text == doc.text and note.sets["gold"] is own
    mentions = note.sets["system"].mentions
    assert [mention.start for mention in mentions] == list(range(1, 24, 3))
    ids = [mention.id for mention in mentions] + [rel.id for rel in note.sets["system"].relations]
    assert len(ids) == len(set(ids)) and isinstance(mentions, PackedSequence)
    names = {mention.id for mention in mentions}
    assert all({rel.arg1, rel.arg2} <= names for rel in note.sets["system"].relations)


def test_counts_are_reported_with_complete_notes() -> None:
    batches = run([Document("d", "aX bX cX dX eX fX gX hX"), Document("b", "XX")])
    totals: Counter[str] = Counter()
    for batch in batches:
        assert bool(batch.mentions) == bool(batch.documents)
        totals.update(batch.mentions)
    assert totals == {"Mark": 10}


def test_sets_of_the_notes_are_left_out_on_request() -> None:
    doc = Document("d", "aX bX cX dX eX fX gX hX", sets={"gold": AnnotationSet("gold")})
    [*_, last] = run([doc], only=True)
    assert set(last.documents[0].sets) == {"system"}


def test_note_fails_once_and_as_a_whole() -> None:
    batches = run([Document("d", "aX bX cX d! eX f! gX hX"), Document("b", "X")])
    failures = [failure for batch in batches for failure in batch.failed]
    assert failures == [Failure("d", "ValueError")]
    assert [doc.id for batch in batches for doc in batch.documents] == ["b"]
    assert sum(batch.mentions.get("Mark", 0) for batch in batches) == 1


def test_packed_note_is_written_as_the_same_json() -> None:
    [*_, last] = run([Document("d", "aX bX cX dX eX fX gX “hX”")])
    packed = last.documents[0]
    line = b"".join(encode_line(packed))
    assert line == msgspec.json.encode(fill_mention_texts(unpack(packed))) + b"\n"
    assert json.loads(line)["sets"]["system"]["mentions"][-1]["text"] == "X"


@pytest.mark.parametrize("name", ["corpus", "jsonl", "parquet"])
def test_packed_note_is_read_back_unchanged(
    name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    [*_, last] = run([Document("d", "aX bX cX dX eX fX gX hX")])
    out = tmp_path_factory.mktemp("packed") / ("corpus" + ("" if name == "corpus" else f".{name}"))
    assert get(name).takes_packed
    write(last.documents, out, name)
    [doc] = read(out, name)
    assert doc == fill_mention_texts(unpack(last.documents[0]))


def test_packed_note_has_the_same_rows_in_tables() -> None:
    identity = RelationType("Next", ("Mark",), ("Mark",), identity=True)
    schema = Schema("marks", "1", "Marks", mention=(MentionType("Mark"),), relation=(identity,))
    [*_, last] = run([Document("d", "aX bX cX dX eX fX gX hX")])
    packed = encode_tables(last.documents, "system", schema)
    plain = encode_tables([unpack(doc) for doc in last.documents], "system", schema)
    rows = {name: batch.to_pylist() for name, batch in packed}
    assert rows == {name: batch.to_pylist() for name, batch in plain}
    assert [row["chain"] for row in rows["chains"]] == [0, 0, 0, 0, 1, 1, 1, 1]


def test_packed_sequence_keeps_its_parts() -> None:
    mentions = [Mention(f"s{n}", "Mark", (Span(n, n + 1),)) for n in range(5_000)]
    packed = PackedSequence(Mention)
    for part in (mentions, [], mentions[:1]):
        packed.extend(part)
    assert list(packed.iterate_parts()) == [mentions, [], mentions[:1]]


def test_packed_sequence_behaves_like_a_tuple() -> None:
    mentions = tuple(Mention(f"s{n}", "Mark", (Span(n, n + 1),)) for n in range(10_000))
    packed = PackedSequence(Mention, mentions)
    assert len(packed) == 10_000 and tuple(packed) == mentions and packed == mentions
    assert packed[4096] == mentions[4096] and packed[-1] == mentions[-1]
    assert tuple(packed[10:20]) == mentions[10:20] and packed != mentions[:-1]
    with pytest.raises(IndexError):
        packed[10_000]


def test_note_fails_if_a_window_is_damaged() -> None:
    notes = LongNotes("system", limit=LIMIT)
    [first, second] = notes.divide([Document("d", "aX bX cX dX eX")])
    dangling = AnnotationSet("system", (), (Relation("r1", "Next", "s1", "s2"),))
    notes.merge(Batch((annotate(first),), (), {"Mark": 4}, {"Next": 3}))
    batch = notes.merge(Batch((second.with_set(dangling),), (), {}, {"Next": 1}))
    assert batch.documents == () and batch.relations == {}
    assert batch.failed[0].id == "d" and "does not exist" in batch.failed[0].what
