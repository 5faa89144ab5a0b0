"""Extraction: order, bad notes, unusual notes, interrupted runs."""

import json
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import pytest

from goldsmith.core import Document
from goldsmith.errors import InputError, Remedy, UnknownName
from goldsmith.examples import notes
from goldsmith.formats import read, write
from goldsmith.pipeline import Analysis, Config, Pipeline, Resources
from goldsmith.project.corpus.note_stream import JsonLines
from goldsmith.project.corpus.sources import Source
from goldsmith.project.models import load
from goldsmith.project.models.annotate_notes import ExtractOptions
from goldsmith.project.models.extract import extract, extract_stream
from goldsmith.project.models.extract_files import Target


def write_corpus(path: Path, docs: Iterable[Document]) -> Source:
    write(docs, path, "jsonl")
    return Source(str(path), keep_going=True)


def make_documents(count: int) -> list[Document]:
    every = [doc.text for doc in notes.load_documents()]
    return [Document(f"n{at:04}", every[at % len(every)]) for at in range(count)]


def test_extract_adds_a_set(model: Path, tmp_path: Path) -> None:
    done = extract(Source("demo"), ExtractOptions(model, "crf"), Target(tmp_path / "out"))
    docs = list(read(tmp_path / "out"))
    assert done.documents == len(docs) == 40
    assert all(set(doc.sets) == {"gold", "crf"} for doc in docs)
    result = sum(len(doc.sets["crf"].mentions) for doc in docs)
    assert result == sum(done.mentions.values()) > 1000
    assert done.failed == [] and done.errors == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]


def test_extract_writes_only_the_new_set_on_request(model: Path, tmp_path: Path) -> None:
    extract(Source("demo"), ExtractOptions(model, only=True), Target(tmp_path / "o.jsonl", "jsonl"))
    assert all(set(doc.sets) == {"system"} for doc in read(tmp_path / "o.jsonl"))


def test_output_does_not_depend_on_the_number_of_workers(model: Path, tmp_path: Path) -> None:
    for workers in (1, 2):
        source = write_corpus(tmp_path / f"in{workers}.jsonl", make_documents(100))
        target = Target(tmp_path / f"out{workers}.jsonl", "jsonl")
        extract(source, ExtractOptions(model, workers=workers), target)
    first, second = (tmp_path / f"out{n}.jsonl" for n in (1, 2))
    assert first.read_bytes() == second.read_bytes()
    assert [doc.id for doc in read(first)] == [doc.id for doc in make_documents(100)]


def test_unusual_notes_are_annotated(model: Path, tmp_path: Path) -> None:
    texts = ["x", " ", "", "\n\n", "😀", "Keine Hinweise auf ein Rezidiv.", "患者は発熱がある。",
             "المريض يعاني من الحمى", "a" * 50_000, "\u202e\u0301", "1,2-3\r\n\t4"]  # fmt: skip
    docs = [Document(f"d{at}", text) for at, text in enumerate(texts)]
    done = extract(
        write_corpus(tmp_path / "in.jsonl", docs),
        ExtractOptions(model),
        Target(tmp_path / "out.jsonl", "jsonl"),
    )
    assert done.documents == len(texts)
    assert [doc.text for doc in read(tmp_path / "out.jsonl")] == texts


def test_note_of_many_windows_is_annotated(model: Path, tmp_path: Path) -> None:
    line = "The patient has breast cancer on the left. No pain.\n"
    doc = Document("long", line * (1_000_000 // len(line)))
    done = extract(
        write_corpus(tmp_path / "in.jsonl", [doc]),
        ExtractOptions(model),
        Target(tmp_path / "o.jsonl", "jsonl"),
    )
    [made] = read(tmp_path / "o.jsonl")
    assert made.text == doc.text and sum(done.mentions.values()) > 2_000
    last = made.sets["system"].mentions[-1]
    assert len(doc.text) - last.end < 2 * len(line)


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "good.txt").write_text("No fever.")
    (folder / "latin.txt").write_bytes("Fièvre".encode("latin-1"))
    (folder / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00\xff")
    (folder / "zeros.txt").write_bytes(b"Fever\x00\x00")
    return folder


def test_bad_notes_are_listed_and_left_out(model: Path, bad: Path, tmp_path: Path) -> None:
    source = Source(str(bad), keep_going=True)
    done = extract(source, ExtractOptions(model, keep_going=True), Target(tmp_path / "out"))
    assert [doc.id for doc in read(tmp_path / "out")] == ["good"]
    lines = Path(done.errors).read_text().splitlines()
    assert Path(done.errors) == tmp_path / "out.errors.jsonl" and len(lines) == 3
    assert {Path(json.loads(line)["id"].split(":")[0]).stem for line in lines} == {
        "latin",
        "picture",
        "zeros",
    }
    assert not any("Fi" in line or "Fever" in line for line in lines)


def test_bad_notes_are_refused_and_finished_work_is_kept(
    model: Path, bad: Path, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="3 of 4 notes could not be annotated"):
        extract(Source(str(bad), keep_going=True), ExtractOptions(model), Target(tmp_path / "out"))
    assert not (tmp_path / "out").exists() and (tmp_path / "out.run").is_dir()
    target = Target(tmp_path / "out", resume=True)
    done = extract(
        Source(str(bad), keep_going=True), ExtractOptions(model, keep_going=True), target
    )
    assert done.resumed == 1 and done.documents == 1 and not (tmp_path / "out.run").exists()


@pytest.mark.parametrize("workers", [1, 2])
def test_long_note_is_refused_or_left_out(model: Path, tmp_path: Path, workers: int) -> None:
    docs = [Document("a", "No fever."), Document("b", "Fever. " * 9), Document("c", "é" * 20)]
    options = ExtractOptions(model, workers=workers, longest_note=20)
    with pytest.raises(InputError, match="b: the note has 63 characters; expected at most 20") as e:
        extract(write_corpus(tmp_path / "in.jsonl", docs), options, Target(tmp_path / "out"))
    assert e.value.remedy is Remedy.RAISE_LENGTH and "Fever" not in str(e.value)
    options = msgspec.structs.replace(options, keep_going=True)
    source = write_corpus(tmp_path / "again.jsonl", docs)
    done = extract(source, options, Target(tmp_path / "out", overwrite=True))
    assert [doc.id for doc in read(tmp_path / "out")] == ["a", "c"]
    assert [failure.id for failure in done.failed] == ["b"]


def test_longest_note_must_allow_at_least_one_character() -> None:
    with pytest.raises(InputError, match="cannot have 0 characters; expected 1 or more"):
        ExtractOptions(Path("model"), longest_note=0)


class Picky:
    """A component that fails on every third note."""

    learns = False

    def __call__(self, work: Analysis) -> None:
        if int(work.doc.id[1:]) % 3 == 0:
            raise ValueError(f"cannot read {work.text}")


class PickyTogether(Picky):
    """The same component, but it processes several notes at once."""

    def many(self, works: Sequence[Analysis]) -> None:
        for work in works:
            self(work)


@pytest.mark.parametrize("kind", [Picky, PickyTogether])
def test_failing_component_loses_only_the_notes_it_fails_on(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Picky]
) -> None:
    pipeline = Pipeline(Config(steps=()), Resources())
    pipeline.components = [kind()]  # type: ignore[list-item]
    monkeypatch.setattr(load, "load", lambda _: pipeline)
    source = write_corpus(tmp_path / "in.jsonl", make_documents(10))
    done = extract(source, ExtractOptions(model, keep_going=True), Target(tmp_path / "out"))
    assert done.documents == 6
    assert [(failure.id, failure.error, failure.what) for failure in done.failed] == [
        (f"n{at:04}", "ValueError", "") for at in (0, 3, 6, 9)
    ]


def test_changed_or_incompatible_model_is_refused_before_extraction(
    model: Path, tmp_path: Path
) -> None:
    recorded = json.loads((model / "model.json").read_text())
    changed = tmp_path / "other"
    for change, error in (
        ({"format": 99}, "format version 99"),
        ({"config": {**recorded["config"], "terms": {"x": "gone"}}}, "called 'gone'"),
        ({"config": {**recorded["config"], "terms": {"x": "demo"}}}, "not the version"),
    ):
        changed.mkdir(exist_ok=True)
        (changed / "model.json").write_text(json.dumps({**recorded, **change}))
        with pytest.raises(InputError, match=error):
            extract(Source("demo"), ExtractOptions(changed), Target(tmp_path / "out"))
    shutil.copytree(model, changed, dirs_exist_ok=True)
    names = changed / "0-entities" / "names.json"
    names.write_bytes(names.read_bytes()[:-1] + b" ")
    with pytest.raises(InputError, match=r"names\.json: this file of the model has been changed"):
        extract(Source("demo"), ExtractOptions(changed), Target(tmp_path / "out"))
    names.unlink()
    with pytest.raises(InputError, match=r"the model lacks the file names\.json"):
        extract(Source("demo"), ExtractOptions(changed), Target(tmp_path / "out"))
    del recorded["files"]  # as in models of earlier versions
    (changed / "model.json").write_text(json.dumps(recorded))
    with pytest.raises(InputError, match="the trained component cannot be read"):
        extract(Source("demo"), ExtractOptions(changed), Target(tmp_path / "out"))
    with pytest.raises(InputError, match="not a model"):
        extract(Source("demo"), ExtractOptions(tmp_path / "none"), Target(tmp_path / "out"))
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


def test_unwritable_output_is_refused_before_extraction(model: Path, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").write_text("mine")
    with pytest.raises(InputError, match="something is already here"):
        extract(Source("demo"), ExtractOptions(model), Target(tmp_path / "full"))
    with pytest.raises(UnknownName, match="format called 'word'"):
        extract(Source("demo"), ExtractOptions(model), Target(tmp_path / "out", "word"))
    with pytest.raises(InputError, match="a set called 'gold' already"):
        extract(Source("demo"), ExtractOptions(model, "gold"), Target(tmp_path / "out"))


def encode_lines(*arguments: object) -> list[bytes]:
    return [item if isinstance(item, bytes) else msgspec.json.encode(item) for item in arguments]


def test_stream_writes_each_line_before_it_reads_the_next(model: Path) -> None:
    written: list[bytes] = []
    waiting = iter(
        encode_lines({"id": "a", "text": "No fever."}, {"text": "x"}, {"id": 7, "text": ""})
    )

    def watch() -> Iterable[bytes]:
        for at, line in enumerate(waiting):
            assert len(written) == at, "each note must be written before the next one is read"
            yield line

    done = extract_stream(JsonLines(watch()), ExtractOptions(model), written.append)
    docs = [msgspec.json.decode(line, type=Document) for line in written]
    assert [doc.id for doc in docs] == ["a", "line-2", "7"] and done.documents == 3
    assert all(
        line.endswith(b"\n") and "system" in doc.sets
        for line, doc in zip(written, docs, strict=True)
    )


def test_bad_line_is_left_out_or_refused(model: Path) -> None:
    arguments = encode_lines(
        {"id": "a", "text": "x"}, b"", b"\xff{", {"id": "b"}, {"id": "c", "text": "y"}
    )
    written: list[bytes] = []
    done = extract_stream(
        JsonLines(arguments), ExtractOptions(model, keep_going=True), written.append
    )
    assert done.documents == 2 and [failure.id for failure in done.failed] == ["stdin:3", "stdin:4"]
    with pytest.raises(InputError, match="could not be annotated"):
        extract_stream(JsonLines(arguments), ExtractOptions(model), written.append)


def test_repeated_id_is_an_error_for_files(model: Path, tmp_path: Path) -> None:
    arguments = JsonLines(
        encode_lines({"id": "a", "text": "x"}, {"id": "a", "text": "y"}), unique=True
    )
    done = extract(arguments, ExtractOptions(model, keep_going=True), Target(tmp_path / "out"))
    assert done.documents == 1 and done.failed[0].what.startswith("this id occurs twice")
