"""The commands sample and split."""

import json
from pathlib import Path

import pytest
from tests.cli.running import goldsmith

import goldsmith as library
from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Span

SECRET = "Quigley"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write 60 notes on 20 patients: 40 narratives, 20 imaging reports; 2/3 C50, 1/3 C18."""
    path = tmp_path_factory.mktemp("made") / "corpus"
    result = AnnotationSet("gold", (Mention("m1", "Condition", (Span(0, 5),)),))
    docs = [
        Document(
            f"n{number:02}",
            f"fever in Mrs {SECRET}, day {number}",
            Metadata(
                f"P{number // 3}",
                "imaging" if number % 3 == 0 else "narrative",
                diagnosis="C18.0" if number // 3 % 3 == 0 else "C50.4",
                extra={"ward": "AB"[number % 2]},
            ),
            sets={"gold": result},
        )
        for number in range(60)
    ]
    library.write(docs, path, "corpus")
    return path


def read_ids(path: Path) -> set[str]:
    return {doc.id for doc in library.read(path)}


def test_sample_is_a_corpus_with_annotations(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = goldsmith(
        "sample", corpus, "--out", out, "--size", "narrative=6,imaging=3",
        "--stratify", "diagnosis", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["parts"] == {"sample": 9} and report["population"] == 60
    strata = {
        tuple(stratum["values"].values()): stratum["obtained"] for stratum in report["strata"]
    }
    assert strata == {
        ("imaging", "breast"): 2,
        ("imaging", "digestive"): 1,
        ("narrative", "breast"): 4,
        ("narrative", "digestive"): 2,
    }
    docs = list(library.read(out / "sample"))
    assert len(docs) == 9 and all(len(doc.sets["gold"].mentions) == 1 for doc in docs)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out"]
    assert sorted(path.name for path in out.iterdir()) == ["manifest.json", "sample"]
    assert SECRET not in (out / "manifest.json").read_text()


def test_parts_patients_and_mirror_are_disjoint(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = goldsmith(
        "sample", corpus, "--out", out, "--patients", 2, "--part", "trial=6", "--part",
        "experimental=9", "--mirror", "trial", "--by-patient", "--icd10", "II", "--frequent",
        "diagnosis", "--where", "ward=A", "--where", "ward=B", "--seed", 4,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Whole patient records" in done.stdout and "Strata of mirror" in done.stdout
    assert "above 5 % of all documents (breast, digestive)" in done.stdout
    assert "patients 6, trial 6, experimental 9, mirror 6 of 60 documents" in done.stderr
    names = ("patients", "trial", "experimental", "mirror")
    people = [{doc.metadata.patient for doc in library.read(out / name)} for name in names]
    assert sum(map(len, people)) == len(set().union(*people))


def test_manifest_repeats_the_draw_only_on_the_same_corpus(corpus: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    assert goldsmith("sample", corpus, "--out", first, "--size", 7, "--seed", 2).returncode == 0
    manifest = first / "manifest.json"
    done = goldsmith("sample", corpus, "--manifest", manifest, "--out", second)
    assert done.returncode == 0, done.stderr
    assert read_ids(first / "sample") == read_ids(second / "sample")
    assert manifest.read_bytes() == (second / "manifest.json").read_bytes()
    done = goldsmith("sample", "demo", "--manifest", manifest, "--out", tmp_path / "c")
    assert done.returncode == 2 and "to another population: 60 documents" in done.stderr
    done = goldsmith("sample", corpus, "--manifest", manifest, "--size", 3, "--out", tmp_path / "c")
    assert done.returncode == 2 and "--manifest says what to draw" in done.stderr
    assert not (tmp_path / "c").exists()


def test_mirror_adopts_the_strata_of_an_earlier_draw(corpus: Path, tmp_path: Path) -> None:
    gold, mirror = tmp_path / "gold", tmp_path / "mirror"
    common = ("--stratify", "type,ward", "--icd10", "breast")
    parts = ("--part", "gold=8", "--part", "training=4")
    assert goldsmith("sample", corpus, "--out", gold, *parts, *common).returncode == 0
    done = goldsmith("sample", corpus, "--out", mirror, "--mirror", f"{gold}#gold", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert all(set(stratum["values"]) == {"type", "ward"} for stratum in report["strata"])
    assert all(stratum["wanted"] == stratum["obtained"] for stratum in report["strata"])
    assert report["kept"][0]["condition"] == "a diagnosis in ICD-10 breast"
    drawn = read_ids(gold / "gold") | read_ids(gold / "training")
    assert not drawn & read_ids(mirror / "mirror") and report["parts"] == {"mirror": 8}
    for wrong in (f"{gold}", f"{gold}#none", f"{gold}/gold#x", "nowhere"):
        done = goldsmith("sample", corpus, "--mirror", wrong, "--dry-run")
        assert done.returncode == 2, wrong


def test_sample_excludes_an_earlier_draw(corpus: Path, tmp_path: Path) -> None:
    assert goldsmith("sample", corpus, "--out", tmp_path / "a", "--size", 40).returncode == 0
    rest = ("sample", corpus, "--apart-from", tmp_path / "a" / "manifest.json")
    done = goldsmith(*rest, "--size", 20, "--out", tmp_path / "b")
    assert done.returncode == 0, done.stderr
    assert not read_ids(tmp_path / "a/sample") & read_ids(tmp_path / "b/sample")
    done = goldsmith(*rest, "--size", 21, "--dry-run")
    assert "the part sample needs 21 documents, but only 20 are left" in done.stderr


def test_split_keeps_patients_together_and_writes_any_format(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = goldsmith(
        "split", corpus, "--out", out, "--parts", "train=0.8,dev=0.1,test=0.1",
        "--stratify", "type,diagnosis", "--to", "jsonl",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "split by patient: 20 patients" in done.stderr and "Strata of dev" in done.stdout
    people = [
        {doc.metadata.patient for doc in library.read(out / name)}
        for name in ("train", "dev", "test")
    ]
    assert [len(group) for group in people] == [16, 2, 2] and len(set().union(*people)) == 20
    done = goldsmith("sample", corpus, "--manifest", out, "--out", tmp_path / "again")
    assert done.returncode == 0, done.stderr
    assert read_ids(out / "dev") == read_ids(tmp_path / "again" / "dev")


def test_split_by_document(corpus: Path) -> None:
    done = goldsmith(
        "split", corpus, "--parts", "a=1/2,b=1/2", "--together", "document", "--dry-run", "--json"
    )
    report = json.loads(done.stdout)
    assert report["parts"] == {"a": 30, "b": 30} and report["out"] == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sample", "--size", "61"), "the part sample needs 61 documents, but only 60 exist"),
        (("sample", "--size", "imaging=21"), "of type imaging, but only 20 exist"),
        (("sample", "--size", "many"), "'many' is not a size"),
        (("sample", "--size", "3", "--stratify", "wards"), "Did you mean ward?"),
        (("sample", "--size", "3", "--icd10", "brest"), "Did you mean breast?"),
        (("sample", "--size", "3", "--where", "ward"), "'ward' is not a condition"),
        (("sample",), "nothing to draw"),
        (("sample", "--size", "3", "--to", "brt"), "Did you mean brat?"),
        (("split", "--parts", "train=0.8,test=0.1"), "add up to 0.9"),
        (("split", "--parts", "train=0.999,test=0.001"), "the part test would be empty"),
    ],
)
def test_bad_input_prints_one_message_and_writes_nothing(
    corpus: Path, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    command, *options = arguments
    done = goldsmith(command, corpus, "--out", tmp_path / "out", *options)
    assert done.returncode == 2 and message in done.stderr
    assert done.stderr.count("goldsmith:") == 1 and SECRET not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_patients_and_output_are_required(tmp_path: Path) -> None:
    docs = [Document(f"d{number}", "fever") for number in range(4)]
    library.write(docs, tmp_path / "c", "corpus")
    done = goldsmith("sample", tmp_path / "c", "--size", 1, "--by-patient", "--dry-run")
    assert done.returncode == 2 and "names its patient" in done.stderr
    done = goldsmith("split", tmp_path / "c", "--parts", "a=0.5,b=0.5", "--together", "patient")
    assert done.returncode == 2 and "--out DIR, or --dry-run" in done.stderr


def test_refused_loss_leaves_no_output(corpus: Path, tmp_path: Path) -> None:
    common = ("split", corpus, "--parts", "a=0.5,b=0.5", "--to", "brat", "--out", tmp_path / "out")
    done = goldsmith(*common)
    assert done.returncode == 2 and "cannot carry: metadata" in done.stderr
    assert list(tmp_path.iterdir()) == []
    done = goldsmith(*common, "--allow-loss", "metadata")
    assert done.returncode == 0 and "dropped, as allowed: metadata (60)" in done.stderr


def test_only_an_earlier_draw_is_replaced(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    common = ("sample", corpus, "--out", out, "--size", 5)
    assert goldsmith(*common).returncode == 0
    assert "something is already here" in goldsmith(*common).stderr
    assert goldsmith(*common, "--overwrite", "--seed", 1).returncode == 0
    done = goldsmith("sample", out / "sample", "--out", out, "--size", 1, "--overwrite")
    assert done.returncode == 2 and "is inside the output folder" in done.stderr
    assert len(read_ids(out / "sample")) == 5
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine")
    done = goldsmith("sample", corpus, "--out", tmp_path / "mine", "--size", 5, "--overwrite")
    assert done.returncode == 2 and "not an earlier sample" in done.stderr
    assert (tmp_path / "mine" / "thesis.txt").exists()


def test_documents_are_selected_by_the_diagnosis_of_the_patient(tmp_path: Path) -> None:
    docs = [
        Document(f"{patient}{code}", "fever", Metadata(patient, diagnosis=code))
        for patient, codes in {"A": ("C50", "C50.4", "I10"), "B": ("I10", "I21", "C50")}.items()
        for code in codes
    ]
    library.write(docs, tmp_path / "c", "corpus")
    common = ("sample", tmp_path / "c", "--size", 3, "--icd10", "II", "--stratify", "none")
    first = goldsmith(*common, "--out", tmp_path / "document")
    second = goldsmith(*common, "--out", tmp_path / "patient", "--diagnosis-of", "patient")
    assert first.returncode == second.returncode == 0, first.stderr + second.stderr
    assert read_ids(tmp_path / "document" / "sample") == {"AC50", "AC50.4", "BC50"}
    assert read_ids(tmp_path / "patient" / "sample") == {"AC50", "AC50.4", "AI10"}
    again = goldsmith(
        "sample", tmp_path / "c", "--out", tmp_path / "again",
        "--manifest", tmp_path / "patient" / "manifest.json",
    )  # fmt: skip
    assert again.returncode == 0, again.stderr
    assert read_ids(tmp_path / "again" / "sample") == {"AC50", "AC50.4", "AI10"}
