"""Structured records: every command that writes a corpus includes its patients' records."""

import json
from pathlib import Path

import pytest
from tests.cli.running import goldsmith


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made") / "patients"
    done = goldsmith("demo", "make", "--patients", 4, "--layer", "clef", "--out", out)
    assert done.returncode == 0 and "with 4 structured records" in done.stderr
    return out


def read_patients(corpus: Path) -> list[str]:
    lines = (corpus / "records.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["demographics"]["patient"] for line in lines]


def list_patients(corpus: Path) -> set[str]:
    lines = (corpus / "metadata.jsonl").read_text("utf-8").splitlines()
    return {json.loads(line)["metadata"]["patient"] for line in lines}


def test_make_describe_and_convert_keep_the_records(corpus: Path, tmp_path: Path) -> None:
    assert set(read_patients(corpus)) == list_patients(corpus)
    assert json.loads(goldsmith("describe", corpus, "--json").stdout)["records"] == 4
    assert "structured records" in goldsmith("describe", corpus).stdout
    done = goldsmith("convert", corpus, "--to", "corpus", "--out", tmp_path / "c", "--json")
    assert json.loads(done.stdout)["records"] == 4
    assert (tmp_path / "c/records.jsonl").read_bytes() == (corpus / "records.jsonl").read_bytes()
    assert (tmp_path / "c/corpus.toml").read_bytes() == (corpus / "corpus.toml").read_bytes()


def test_conversion_to_a_format_without_records_names_the_loss(
    corpus: Path, tmp_path: Path
) -> None:
    arguments = ("convert", corpus, "--to", "jsonl", "--out", tmp_path / "c.jsonl")
    done = goldsmith(*arguments)
    assert done.returncode == 2 and "records (4)" in done.stderr
    assert list(tmp_path.iterdir()) == []
    allowed = goldsmith(*arguments, "--allow-loss", "records", "--json")
    assert json.loads(allowed.stdout)["dropped"] == {"records": 4}


def test_parts_contain_the_records_of_their_patients(corpus: Path, tmp_path: Path) -> None:
    done = goldsmith("split", corpus, "--parts", "train=0.5,test=0.5", "--out", tmp_path / "s")
    assert done.returncode == 0, done.stderr
    parts = [tmp_path / "s/train", tmp_path / "s/test"]
    for part in parts:
        assert set(read_patients(part)) == list_patients(part)
    assert sorted(read_patients(parts[0]) + read_patients(parts[1])) == sorted(
        read_patients(corpus)
    )
    done = goldsmith("sample", corpus, "--patients", 1, "--out", tmp_path / "p")
    assert done.returncode == 0, done.stderr
    [part] = [path for path in (tmp_path / "p").iterdir() if path.is_dir()]
    assert len(read_patients(part)) == 1 and set(read_patients(part)) == list_patients(part)


def test_records_are_pseudonymised_with_the_notes(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "new"
    done = goldsmith("pseudonymise", corpus, "--seed", "x", "--out", out, "--json")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["records"] == summary["corpus_records"] == 4
    assert set(read_patients(out)) == list_patients(out)
    assert not set(read_patients(out)) & set(read_patients(corpus))
    old, new = ((path / "records.jsonl").read_text("utf-8") for path in (corpus, out))
    texts = "".join(path.read_text("utf-8") for path in out.rglob("documents/*.txt"))
    for before, after in zip(old.splitlines(), new.splitlines(), strict=True):
        person, surrogate = (json.loads(line)["demographics"] for line in (before, after))
        assert person["surname"] not in new and person["number"] not in new
        assert surrogate["surname"] in texts, "record and notes must have the same surrogate"
    again = tmp_path / "again"
    goldsmith("pseudonymise", corpus, "--seed", "x", "--out", again)
    assert (again / "records.jsonl").read_bytes() == (out / "records.jsonl").read_bytes()
