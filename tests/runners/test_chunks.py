"""Chunks follow from the documents; a run remembers them and refuses to mix runs."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.runners.chunks import RunFolder, chunks
from goldsmith.runners.local import Batch, Failed


@given(st.lists(st.integers(0, 150_000), max_size=80))
def test_chunks_hold_every_document_in_order(sizes: list[int]) -> None:
    docs = [Document(f"d{at}", "x" * size) for at, size in enumerate(sizes)]
    made = list(chunks(docs))
    assert [doc for one in made for doc in one.documents] == docs
    assert [one.number for one in made] == list(range(len(made)))
    assert all(1 <= len(one.documents) <= 32 for one in made)
    for one in made:
        assert sum(len(doc.text) for doc in one.documents[:-1]) < 200_000


def test_a_run_is_taken_up_again(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "out.run")
    run.begin({"model": "a"}, resume=False, restart=False)
    [chunk] = chunks([Document("d", "text")])
    assert not run.has(chunk)
    batch = Batch(chunk.documents, (Failed("e", "ValueError"),), {"Locus": 2})
    run.keep(0, chunk.digest, msgspec.json.encode(batch))
    again = RunFolder(tmp_path / "out.run")
    again.begin({"model": "a"}, resume=True, restart=False)
    assert again.has(chunk) and list(again.batches(1)) == [batch]
    again.remove()
    assert not again.folder.exists()


def test_a_chunk_that_was_cut_off_is_done_again(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "out.run")
    run.begin({}, resume=True, restart=False)
    [chunk] = chunks([Document("d", "text")])
    run.keep(0, chunk.digest, msgspec.json.encode(Batch(chunk.documents)))
    path = run.folder / "00000000.json"
    path.write_bytes(path.read_bytes()[:20])
    assert not run.has(chunk)
    with pytest.raises(InputError, match="a part of the run is missing"):
        list(run.batches(1))


def test_runs_are_not_mixed(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "out.run")
    run.begin({"model": "a"}, resume=False, restart=False)
    with pytest.raises(InputError, match="an earlier run was not finished"):
        run.begin({"model": "a"}, resume=False, restart=False)
    with pytest.raises(InputError, match="the earlier run had another model"):
        run.begin({"model": "b"}, resume=True, restart=False)
    [chunk] = chunks([Document("d", "text")])
    run.keep(0, chunk.digest, msgspec.json.encode(Batch(chunk.documents)))
    [other] = chunks([Document("d", "changed")])
    with pytest.raises(InputError, match="the notes are not those"):
        run.has(other)
    run.begin({"model": "b"}, resume=False, restart=True)
    assert not run.has(other)
