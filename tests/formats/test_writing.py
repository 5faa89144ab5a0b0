"""Writing a corpus: all or nothing, and no silent loss."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Relation, Span
from goldsmith.errors import InputError, LossError, Remedy, UnknownName
from goldsmith.formats import read, write


def make_note(key: str = "n1", **changes: object) -> Document:
    annotation_set = AnnotationSet(
        "gold",
        (
            Mention("T1", "Condition", (Span(0, 5),)),
            Mention("T2", "TIMEX3", (), {"value": "2008-03-14"}),
        ),
        (Relation("R1", "CTLink", "T1", "T2"),),
    )
    sets = {"gold": annotation_set}
    fields: dict[str, object] = {"metadata": Metadata(patient="P1"), "sets": sets}
    return Document(key, "fever and cough", **{**fields, **changes})  # type: ignore[arg-type]


def test_losses_are_counted_over_all_documents(tmp_path: Path) -> None:
    with pytest.raises(LossError) as caught:
        write([make_note("a"), make_note("b")], tmp_path / "out", "brat")
    assert caught.value.losses == {"metadata": 2, "unanchored": 2, "relations": 2}
    assert caught.value.remedy_code is Remedy.ALLOW_LOSS
    assert "metadata (2), relations (2), unanchored (2); nothing was written" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_misspelt_loss_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"no loss called 'meta-data'.*Did you mean metadata"):
        write([make_note()], tmp_path / "out", "brat", allow_loss=["all", "meta-data"])
    assert list(tmp_path.iterdir()) == []


def test_losses_that_a_format_can_have_are_accepted(tmp_path: Path) -> None:
    note = Document("n", "fever")
    assert not write([note], tmp_path / "out", "brat", allow_loss=["line-breaks"]).dropped


def test_only_allowed_features_are_dropped(tmp_path: Path) -> None:
    with pytest.raises(LossError) as caught:
        write([make_note()], tmp_path / "out", "brat", allow_loss=["metadata"])
    assert caught.value.losses == {"unanchored": 1, "relations": 1}
    written = write([make_note()], tmp_path / "out", "brat", allow_loss=["all"])
    assert written.dropped == {"metadata": 1, "unanchored": 1, "relations": 1}
    [back] = read(tmp_path / "out")
    assert [mention.id for mention in back.sets["gold"].mentions] == ["T1"]


def test_omitting_sets_on_request_is_not_a_loss(tmp_path: Path) -> None:
    first = AnnotationSet("a", (Mention("T1", "X", (Span(0, 5),)),))
    second = AnnotationSet("b", (Mention("T1", "Y", (Span(6, 9),)),))
    doc = Document("n", "fever and cough", sets={"a": first, "b": second})
    with pytest.raises(LossError, match=r"several-sets \(1\)"):
        write([doc], tmp_path / "out", "brat")
    write([doc], tmp_path / "out", "brat", sets=["b"])
    assert "Y 6 9" in (tmp_path / "out/n.ann").read_text()


def test_failed_write_leaves_the_old_corpus_intact(tmp_path: Path) -> None:
    write([make_note("old")], tmp_path / "c", "corpus")

    def stream() -> Iterator[Document]:
        yield make_note("new")
        raise RuntimeError("the disk is full")

    with pytest.raises(RuntimeError):
        write(stream(), tmp_path / "c", "corpus", overwrite=True)
    assert [doc.id for doc in read(tmp_path / "c")] == ["old"]
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


def test_existing_corpus_is_replaced_only_on_request(tmp_path: Path) -> None:
    for out in (tmp_path / "c", tmp_path / "c.jsonl"):
        fmt = "jsonl" if out.suffix else "corpus"
        write([make_note("old")], out, fmt)
        with pytest.raises(InputError, match="something is already here"):
            write([make_note("new")], out, fmt)
        write([make_note("new")], out, fmt, overwrite=True)
        assert [doc.id for doc in read(out)] == ["new"]


@pytest.mark.parametrize(
    "key",
    ["../x", "/x", "a/../../x", "", ".x", "a//b", "x\x00", "a\\b", "x" * 300, "a/" * 500 + "x"],
)
def test_unsafe_document_ids_are_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(InputError, match="is not a safe file name"):
        write([Document(key, "fever")], tmp_path / "out", "brat")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["../gold", "a/b", ""])
def test_unsafe_set_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="is not a safe file name"):
        write([Document("n", "x", sets={name: AnnotationSet(name)})], tmp_path / "out", "corpus")


def test_invalid_document_is_not_written(tmp_path: Path) -> None:
    broken = AnnotationSet("gold", (Mention("T1", "X", (Span(0, 99),)),))
    with pytest.raises(InputError, match=r"n \[gold\] T1 .*not inside the text"):
        write([Document("n", "fever", sets={"gold": broken})], tmp_path / "out", "jsonl")


@pytest.mark.parametrize("target", ["corpus", "xmi", "anafora", "knowtator", "jsonl", "bioc-json"])
def test_inner_name_of_a_set_cannot_point_outside_the_target(tmp_path: Path, target: str) -> None:
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "n.json").write_text("precious")
    source = tmp_path / "in.jsonl"
    source.write_text(
        '{"id":"n","text":"fever","sets":{"good":{"name":"../../victim",'
        '"mentions":[{"id":"T1","type":"X","spans":[[0,5]]}]}}}\n'
    )
    with pytest.raises(InputError, match=r"in\.jsonl.*set 'good' is called '../../victim' inside"):
        write(read(source), tmp_path / "out", target, allow_loss=["all"])
    doc = Document("n", "fever", sets={"good": AnnotationSet("../../victim")})
    with pytest.raises(InputError, match="the same name in both places"):
        write([doc], tmp_path / "out", target, allow_loss=["all"])
    assert (victim / "n.json").read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "victim"]


def test_two_documents_with_the_same_id_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="document id 'n1' occurs twice"):
        write([make_note(), make_note()], tmp_path / "out", "corpus")
    assert list(tmp_path.iterdir()) == []
