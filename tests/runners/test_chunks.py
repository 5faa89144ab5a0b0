"""Chunks depend only on the documents; a run stores its chunks and rejects those of other runs."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import Document
from goldsmith.errors import InputError
from goldsmith.runners.annotate import Batch, Failure
from goldsmith.runners.chunks import RunFolder, chunk_documents


@given(st.lists(st.integers(0, 150_000), max_size=80))
def test_chunks_contain_every_document_in_order(sizes: list[int]) -> None:
    docs = [Document(f"d{index}", "x" * size) for index, size in enumerate(sizes)]
    chunks = list(chunk_documents(docs))
    assert [doc for chunk in chunks for doc in chunk.documents] == docs
    assert [chunk.number for chunk in chunks] == list(range(len(chunks)))
    assert all(1 <= len(chunk.documents) <= 32 for chunk in chunks)
    for chunk in chunks:
        assert sum(len(doc.text) for doc in chunk.documents[:-1]) < 200_000


def test_run_is_resumed(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "out.run")
    run.open({"model": "a"}, resume=False, restart=False)
    [chunk] = chunk_documents([Document("d", "text")])
    assert not run.has(chunk)
    batch = Batch(chunk.documents, (Failure("e", "ValueError"),), {"Locus": 2})
    run.store(0, chunk.digest, msgspec.json.encode(batch))
    resumed = RunFolder(tmp_path / "out.run")
    resumed.open({"model": "a"}, resume=True, restart=False)
    assert resumed.has(chunk) and resumed.read(0) == batch
    resumed.remove()
    assert not resumed.folder.exists()


def test_truncated_chunk_is_not_accepted(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "out.run")
    run.open({}, resume=True, restart=False)
    [chunk] = chunk_documents([Document("d", "text")])
    run.store(0, chunk.digest, msgspec.json.encode(Batch(chunk.documents)))
    path = run.folder / "00000000.json"
    path.write_bytes(path.read_bytes()[:20])
    assert not run.has(chunk)
    with pytest.raises(InputError, match="a part of the run is missing"):
        run.read(0)


def test_chunks_of_another_run_are_rejected(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "out.run")
    run.open({"model": "a"}, resume=False, restart=False)
    with pytest.raises(InputError, match="an earlier run was not finished"):
        run.open({"model": "a"}, resume=False, restart=False)
    with pytest.raises(InputError, match="the earlier run had another model"):
        run.open({"model": "b"}, resume=True, restart=False)
    [chunk] = chunk_documents([Document("d", "text")])
    run.store(0, chunk.digest, msgspec.json.encode(Batch(chunk.documents)))
    [changed] = chunk_documents([Document("d", "changed")])
    with pytest.raises(InputError, match="the notes differ from those of the earlier run"):
        run.has(changed)
    run.open({"model": "b"}, resume=False, restart=True)
    assert not run.has(changed)
