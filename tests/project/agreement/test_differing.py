"""Documents whose texts differ: listed all at once, skipped, or realigned."""

from pathlib import Path

import pytest

from goldsmith.core import AnnotationSet, Document, Group, Mention, Note, Relation, Span
from goldsmith.core.structure import check_structure
from goldsmith.errors import InputError, Remedy
from goldsmith.project.agreement.differing import Differing
from goldsmith.project.agreement.pairing import pair_documents
from goldsmith.project.agreement.realign import realign_document
from goldsmith.project.agreement.stacking import OpenedSets, open_sets

TEXT = "No fever,\nbut cough of Mrs Quigley."
WRAPPED = TEXT.replace("\n", " \r\n")
OTHER = TEXT.replace("cough", "chill")


def write_brat(folder: Path, texts: dict[str, str]) -> Path:
    folder.mkdir()
    for name, text in texts.items():
        start = text.index("but") + 4
        (folder / f"{name}.txt").write_bytes(text.encode())
        (folder / f"{name}.ann").write_text(
            "T1\tCondition 3 8\tfever\n"
            f"T2\tCondition {start} {start + 5}\t{text[start : start + 5]}\n"
        )
    return folder


@pytest.fixture
def paths(tmp_path: Path) -> list[str]:
    folders = (
        write_brat(tmp_path / "A", {"n1": TEXT, "n2": TEXT, "n3": TEXT}),
        write_brat(tmp_path / "B", {"n1": TEXT, "n2": WRAPPED, "n3": TEXT}),
        write_brat(tmp_path / "C", {"n1": TEXT, "n2": TEXT, "n3": OTHER}),
    )
    return [str(folder) for folder in folders]


def open_paths(paths: list[str], differing: Differing) -> OpenedSets:
    return open_sets(paths, differing=differing)


def test_all_documents_that_differ_are_listed_at_once(paths: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        open_paths(paths, "refuse")
    message = str(caught.value)
    assert "the text of 2 documents differs between the paths (1 only in white space)" in message
    assert "B: n2; C: n3" in message and "Quigley" not in message
    assert caught.value.remedy_code is Remedy.HANDLE_DIFFERING


def test_documents_that_differ_are_skipped_and_reported(paths: list[str]) -> None:
    opened = open_paths(paths, "skip")
    assert [doc.id for doc in opened.docs] == ["n1"]
    [notice] = opened.notices
    assert notice.startswith("2 documents are not counted, because their texts differ")
    assert notice.endswith("B: n2; C: n3")


def test_annotations_are_realigned_where_only_white_space_differs(paths: list[str]) -> None:
    opened = open_paths(paths, "realign")
    docs = {doc.id: doc for doc in opened.docs}
    assert list(docs) == ["n1", "n2"]
    spans = [mention.spans for mention in docs["n2"].sets["A"].mentions]
    assert [mention.spans for mention in docs["n2"].sets["B"].mentions] == spans
    assert opened.notices == [
        "1 documents are not counted, because their texts differ: C: n3",
        "1 documents were realigned, because only white space differs: B: n2",
    ]


def make_document(text: str, *spans: tuple[int, int]) -> Document:
    mentions = tuple(
        Mention(f"T{number}", "Condition", (Span(*span),)) for number, span in enumerate(spans)
    )
    return Document("n1", text, sets={"gold": AnnotationSet("gold", mentions)})


def test_score_realigns_the_system_to_the_text_of_the_gold() -> None:
    gold = make_document(TEXT, (3, 8), (14, 19))
    system = make_document(WRAPPED, (3, 8), (16, 21), (10, 11))
    pairs = pair_documents([gold], [system], differing="realign", label="run1")
    [pair] = pairs
    assert [mention.spans for mention in pair.b.mentions] == [(Span(3, 8),), (Span(14, 19),)]
    assert pairs.notices == [
        "1 documents were realigned, because only white space differs: run1: n1",
        "1 annotations could not be realigned and are not counted: n1 T2",
    ]


def test_annotations_that_refer_to_a_white_space_mention_are_left_out_too() -> None:
    doc = make_document(WRAPPED, (3, 8), (10, 11), (16, 21))
    gold = AnnotationSet(
        "gold",
        doc.sets["gold"].mentions,
        (Relation("R1", "r", "T0", "T1"), Relation("R2", "r", "T0", "T2")),
        (Group("G1", "g", ("T0", "T1")), Group("G2", "g", ("T1",))),
        (Note("a", "T1"), Note("b", "R1"), Note("c", "T2")),
    )
    moved = realign_document(doc.with_set(gold), TEXT)
    assert moved.unmapped == ("T1", "R1")
    annotations = moved.doc.sets["gold"]
    assert [rel.id for rel in annotations.relations] == ["R2"]
    assert [group.members for group in annotations.groups] == [("T0",)]
    assert [note.text for note in annotations.notes] == ["c"]
    assert list(check_structure(moved.doc)) == []
