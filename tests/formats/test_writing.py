"""Writing a corpus: all or nothing, and nothing dropped without being said."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Relation, Span
from goldsmith.errors import InputError, LossError
from goldsmith.formats import read, write


def note(key: str = "n1", **changes: object) -> Document:
    one = AnnotationSet(
        "gold",
        (
            Mention("T1", "Condition", (Span(0, 5),)),
            Mention("T2", "TIMEX3", (), {"value": "2008-03-14"}),
        ),
        (Relation("R1", "CTLink", "T1", "T2"),),
    )
    fields: dict[str, object] = {"metadata": Metadata(patient="P1"), "sets": {"gold": one}}
    return Document(key, "fever and cough", **{**fields, **changes})  # type: ignore[arg-type]


def test_what_would_be_lost_is_counted_over_all_documents(tmp_path: Path) -> None:
    with pytest.raises(LossError) as caught:
        write([note("a"), note("b")], tmp_path / "out", "brat")
    assert caught.value.losses == {"metadata": 2, "unanchored": 2, "relations": 2}
    assert "--allow-loss metadata,relations,unanchored" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_only_what_is_allowed_is_dropped(tmp_path: Path) -> None:
    with pytest.raises(LossError) as caught:
        write([note()], tmp_path / "out", "brat", allow_loss=["metadata"])
    assert caught.value.losses == {"unanchored": 1, "relations": 1}
    written = write([note()], tmp_path / "out", "brat", allow_loss=["all"])
    assert written.dropped == {"metadata": 1, "unanchored": 1, "relations": 1}
    [back] = read(tmp_path / "out")
    assert [mention.id for mention in back.sets["gold"].mentions] == ["T1"]


def test_chosen_sets_are_no_loss(tmp_path: Path) -> None:
    one = AnnotationSet("a", (Mention("T1", "X", (Span(0, 5),)),))
    two = AnnotationSet("b", (Mention("T1", "Y", (Span(6, 9),)),))
    doc = Document("n", "fever and cough", sets={"a": one, "b": two})
    with pytest.raises(LossError, match=r"several-sets \(1\)"):
        write([doc], tmp_path / "out", "brat")
    write([doc], tmp_path / "out", "brat", sets=["b"])
    assert "Y 6 9" in (tmp_path / "out/n.ann").read_text()


def test_a_crash_half_way_leaves_the_old_corpus(tmp_path: Path) -> None:
    write([note("old")], tmp_path / "c", "corpus")

    def crashing() -> Iterator[Document]:
        yield note("new")
        raise RuntimeError("the disk is full")

    with pytest.raises(RuntimeError):
        write(crashing(), tmp_path / "c", "corpus", overwrite=True)
    assert [doc.id for doc in read(tmp_path / "c")] == ["old"]
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


def test_nothing_is_replaced_without_being_asked(tmp_path: Path) -> None:
    for out in (tmp_path / "c", tmp_path / "c.jsonl"):
        fmt = "jsonl" if out.suffix else "corpus"
        write([note("old")], out, fmt)
        with pytest.raises(InputError, match="there is something here already"):
            write([note("new")], out, fmt)
        write([note("new")], out, fmt, overwrite=True)
        assert [doc.id for doc in read(out)] == ["new"]


@pytest.mark.parametrize(
    "key", ["../x", "/x", "a/../../x", "", ".x", "a//b", "x\x00", "a\\b", "x" * 300]
)
def test_document_ids_that_are_no_safe_paths_are_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(InputError, match="is not a safe file name"):
        write([Document(key, "fever")], tmp_path / "out", "brat")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["../gold", "a/b", ""])
def test_set_names_that_are_no_safe_paths_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="is not a safe file name"):
        write([Document("n", "x", sets={name: AnnotationSet(name)})], tmp_path / "out", "corpus")


def test_a_broken_document_is_not_written(tmp_path: Path) -> None:
    broken = AnnotationSet("gold", (Mention("T1", "X", (Span(0, 99),)),))
    with pytest.raises(InputError, match=r"n \[gold\] T1 .*not inside the text"):
        write([Document("n", "fever", sets={"gold": broken})], tmp_path / "out", "jsonl")
