"""Tests of Knowtator 1: frames, annotators and texts."""

from pathlib import Path

from tests.formats.knowtator_parts import make_annotation, make_class_mention, make_slot, save_file

from goldsmith.core import Group, Mention, Relation, Span
from goldsmith.formats import read


def test_annotators_connected_by_a_link_share_one_set(tmp_path: Path) -> None:
    parts = [make_annotation("a", annotator="Ann"), make_annotation("b", annotator="Bob")]
    parts += [
        make_class_mention("a", "X", "s"),
        make_class_mention("b"),
        make_slot("s", "same", "b"),
    ]
    [doc] = read(save_file(tmp_path, *parts))
    gold = doc.sets["gold"]
    assert [m.attributes["knowtator:annotator"] for m in gold.mentions] == ["Ann", "Bob"]
    assert [rel.type for rel in gold.relations] == ["same"]


def test_frame_without_annotator_belongs_to_the_linking_annotator(tmp_path: Path) -> None:
    parts = [make_annotation("a", annotator="Ann"), make_annotation("b", annotator="Bob")]
    parts += [
        make_class_mention("a", "X", "s"),
        make_class_mention("b"),
        make_class_mention("no", "negation_class"),
    ]
    [doc] = read(save_file(tmp_path, *parts, make_slot("s", "negation", "no")))
    assert {
        name: [m.id for m in annotation_set.mentions] for name, annotation_set in doc.sets.items()
    } == {
        "Ann": ["a", "no"],
        "Bob": ["b"],
    }


def test_frame_without_annotator_joins_the_only_annotator(tmp_path: Path) -> None:
    parts = [make_annotation("a", annotator="Ann"), make_annotation("b", annotator="")]
    [doc] = read(
        save_file(tmp_path, *parts, make_class_mention("a"), make_class_mention("b")),
        set_name="ours",
    )
    assert [len(annotation_set.mentions) for annotation_set in doc.sets.values()] == [2] and list(
        doc.sets
    ) == ["ours"]


def test_frame_without_annotator_among_several_gets_the_requested_name(tmp_path: Path) -> None:
    parts = [make_annotation(name, annotator=name.strip("c")) for name in "abc"]
    [doc] = read(save_file(tmp_path, *parts, *map(make_class_mention, "abc")), set_name="ours")
    assert {
        name: [m.id for m in annotation_set.mentions] for name, annotation_set in doc.sets.items()
    } == {
        "a": ["a"],
        "b": ["b"],
        "ours": ["c"],
    }


def test_chain_that_is_a_link_target_becomes_a_mention(tmp_path: Path) -> None:
    parts = [make_annotation("a"), make_annotation("inner"), make_annotation("outer")]
    parts += [
        make_class_mention("a"),
        make_class_mention("inner", "chain", "s"),
        make_class_mention("outer", "chain", "t"),
    ]
    parts += [
        make_slot("s", "Coreferring strings", "a"),
        make_slot("t", "Coreferring strings", "inner"),
    ]
    [doc] = read(save_file(tmp_path, *parts))
    gold = doc.sets["gold"]
    assert [m.id for m in gold.mentions] == ["a", "inner"]
    assert gold.relations == (Relation("s", "Coreferring strings", "inner", "a"),)
    assert gold.groups == (Group("outer", "chain", ("inner",)),)


def test_frame_with_three_roles_becomes_a_mention_with_relations(tmp_path: Path) -> None:
    parts = [
        make_annotation("a"),
        make_class_mention("a"),
        make_class_mention("e", "event", "s", "t", "u"),
    ]
    parts += [
        make_slot("s", "agent", "a"),
        make_slot("t", "theme", "a"),
        make_slot("u", "time", "a"),
    ]
    [doc] = read(save_file(tmp_path, *parts))
    gold = doc.sets["gold"]
    assert [(m.id, m.spans) for m in gold.mentions] == [("a", (Span(0, 5),)), ("e", ())]
    assert [(rel.type, rel.arg1) for rel in gold.relations] == [
        ("agent", "e"),
        ("theme", "e"),
        ("time", "e"),
    ]


def test_instance_mention_becomes_a_mention(tmp_path: Path) -> None:
    inside = '<mentionInstance id="Ward_7">Ward 7</mentionInstance>'
    instance = f'<instanceMention id="a">{inside}</instanceMention>'
    [doc] = read(save_file(tmp_path, make_annotation("a"), instance))
    assert doc.sets["gold"].mentions == (Mention("a", "Ward_7", (Span(0, 5),)),)


def test_text_is_found_by_the_name_in_the_file(tmp_path: Path) -> None:
    save_file(tmp_path, make_annotation("a"), make_class_mention("a"))
    (tmp_path / "n.txt").rename(tmp_path / "other.txt")
    file = tmp_path / "n.txt.knowtator.xml"
    file.write_text(file.read_text().replace('"n.txt"', '"C:\\corpus\\other"'))
    docs = {doc.id: doc for doc in read(tmp_path, "knowtator")}
    assert docs["n"].text.startswith("fever")


def test_two_files_of_one_text_become_two_documents(tmp_path: Path) -> None:
    for name in ("corpus", "ann", "bob"):
        (tmp_path / name).mkdir()
        save_file(tmp_path / name, make_annotation("a"), make_class_mention("a"))
    (tmp_path / "corpus/n.txt.knowtator.xml").unlink()
    (tmp_path / "ann/n.txt").unlink()
    (tmp_path / "bob/n.txt").unlink()
    assert [doc.id for doc in read(tmp_path)] == ["ann/n", "bob/n"]
