"""Compiled terminologies: complete, reproducible, and rejected when damaged."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.terminology.builders import make_concept

from goldsmith.errors import InputError
from goldsmith.storage import staging, system
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index import container
from goldsmith.terminology.index.compile import SourceInput, compile_concepts, compile_sources
from goldsmith.terminology.sources import Options
from goldsmith.terminology.store import Terminology

CONCEPTS = [
    make_concept("1", "Disease", types=("T047",)),
    make_concept(
        "2", "Neoplasm", "Tumour", parents=("1",), xrefs=("UMLS:C0027651", "MESH:D009369")
    ),
    make_concept("3", "Breast neoplasm", parents=("2", "4"), xrefs=("UMLS:C1458155",)),
    make_concept("4", "Breast disease", parents=("1",), definition="Of the breast."),
    make_concept("5", "Mastitis", parents=("4",)),
    make_concept("6", "Breast growth", retired=True, replaced_by=("3",)),
    make_concept("1", "Other one", system="A", xrefs=("X:2",)),
]


@pytest.fixture
def terms(tmp_path: Path) -> Terminology:
    compile_concepts(CONCEPTS, tmp_path / "t", name="few")
    return Terminology(tmp_path / "t")


def list_codes(terms: Terminology, numbers: list[int]) -> list[str]:
    return [terms.code(number) for number in numbers]


def read_contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# Bytes on disk


def test_concepts_in_any_order_give_the_same_bytes(tmp_path: Path) -> None:
    compile_concepts(CONCEPTS, tmp_path / "a", name="t")
    compile_concepts(reversed(CONCEPTS), tmp_path / "b", name="t")
    assert read_contents(tmp_path / "a") == read_contents(tmp_path / "b")


def test_different_names_give_a_different_digest(tmp_path: Path) -> None:
    first = compile_concepts(CONCEPTS, tmp_path / "a", name="t")
    second = compile_concepts([*CONCEPTS, make_concept("9", "More")], tmp_path / "b", name="t")
    assert first.digest != second.digest
    assert (first.concepts, first.names, first.systems) == (7, 8, {"A": 1, "X": 6})


def test_empty_terminology_can_be_compiled_and_opened(tmp_path: Path) -> None:
    compile_concepts([], tmp_path / "t", name="none")
    assert len(Terminology(tmp_path / "t")) == 0


def test_failed_build_keeps_the_old_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_concepts(CONCEPTS, tmp_path / "t", name="t")
    before = read_contents(tmp_path / "t")

    def fail(*_: object) -> None:
        raise OSError("no space left")

    for module, part in ((container, "_write_arrays"), (staging, "_replace_target")):
        with monkeypatch.context() as patch, pytest.raises(OSError, match="no space"):
            patch.setattr(module, part, fail)
            compile_concepts(CONCEPTS[:2], tmp_path / "t", name="t")
        assert read_contents(tmp_path / "t") == before
        assert [path.name for path in tmp_path.iterdir()] == ["t"]


def test_old_version_is_restored_when_renaming_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_concepts(CONCEPTS, tmp_path / "t", name="t")
    before = read_contents(tmp_path / "t")
    rename = Path.rename

    def refuse(self: Path, target: Path) -> Path:
        if self.name.endswith(".part"):
            raise OSError("refused")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    monkeypatch.setattr(system, "exchange", lambda *_: False)
    with pytest.raises(OSError, match="refused"):
        compile_concepts(CONCEPTS[:2], tmp_path / "t", name="t")
    assert read_contents(tmp_path / "t") == before


def test_new_version_can_replace_an_open_one(terms: Terminology) -> None:
    compile_concepts(CONCEPTS[:1], terms.folder, name="fewer")
    assert terms.title(terms.find("5")) == "Mastitis"
    assert len(Terminology(terms.folder)) == 1


# Damaged files


def test_folder_without_terminology_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "none", tmp_path / "file"):
        with pytest.raises(InputError, match="not a compiled terminology"):
            Terminology(path)


@pytest.mark.parametrize("cut", [-1, 0, 100])
def test_truncated_arrays_are_rejected(terms: Terminology, cut: int) -> None:
    path = terms.folder / "arrays.bin"
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(InputError, match="incomplete"):
        Terminology(terms.folder)


def test_missing_arrays_are_rejected(terms: Terminology) -> None:
    (terms.folder / "arrays.bin").unlink()
    for check in (Terminology, container.verify):
        with pytest.raises(InputError, match="incomplete"):
            check(terms.folder)


def test_verify_detects_changed_arrays(terms: Terminology) -> None:
    container.verify(terms.folder)
    path = terms.folder / "arrays.bin"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(InputError, match="have been changed"):
        container.verify(terms.folder)


def test_error_names_the_unsupported_format(terms: Terminology) -> None:
    path = terms.folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"format": 99}))
    with pytest.raises(InputError, match="format 99") as caught:
        Terminology(terms.folder)
    assert "terms build" in str(caught.value)


def test_changed_manifest_is_rejected(terms: Terminology) -> None:
    path = terms.folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["arrays"]["concept.names"]["length"] -= 1
    path.write_text(json.dumps(manifest))
    with pytest.raises(InputError, match="the manifest has been changed"):
        Terminology(terms.folder)


def test_missing_array_of_an_unsealed_manifest_is_reported(terms: Terminology) -> None:
    path = terms.folder / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["seal"], manifest["arrays"]["concept.names"]
    path.write_text(json.dumps(manifest))
    with pytest.raises(InputError, match=r"the array concept\.names is missing"):
        Terminology(terms.folder)


def test_small_changed_arrays_are_rejected_when_opened(
    terms: Terminology, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = terms.folder / "arrays.bin"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(InputError, match="the arrays have been changed"):
        Terminology(terms.folder)
    monkeypatch.setattr(container, "_SMALL", 0)
    container.load(terms.folder)


def test_interrupted_replacement_is_undone(tmp_path: Path) -> None:
    compile_concepts(CONCEPTS, tmp_path / "t", name="t")
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (tmp_path / "t").rename(tmp_path / f".t.{dead.pid}-0123abcd.old")
    assert len(Terminology(tmp_path / "t")) == len(CONCEPTS)


def test_deeply_nested_manifest_is_rejected(terms: Terminology) -> None:
    (terms.folder / "manifest.json").write_text('{"more":' + "[" * 100_000)
    with pytest.raises(InputError, match="cannot be read"):
        Terminology(terms.folder)


def test_truncated_manifest_is_rejected(terms: Terminology) -> None:
    path = terms.folder / "manifest.json"
    path.write_text(path.read_text()[:50])
    with pytest.raises(InputError, match="cannot be read"):
        Terminology(terms.folder)


# Hierarchy


def test_cycle_is_reported_and_nothing_written(tmp_path: Path) -> None:
    concepts = [
        make_concept("1", "One", parents=("3",)),
        make_concept("2", "Two", parents=("1",)),
        make_concept("3", "Three", parents=("2",)),
        make_concept("4", "Below", parents=("3",)),
    ]
    with pytest.raises(InputError, match="cycle") as caught:
        compile_concepts(concepts, tmp_path / "t", name="t")
    assert "X:1 → X:3 → X:2 → X:1" in str(caught.value)
    assert not (tmp_path / "t").exists()


def test_concept_cannot_be_its_own_parent(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="X:1 → X:1"):
        compile_concepts([make_concept("1", "One", parents=("1",))], tmp_path / "t", name="t")


def test_hierarchy_can_be_walked(terms: Terminology) -> None:
    breast = terms.find("X:3")
    assert list_codes(terms, terms.parents(breast)) == ["2", "4"]
    assert list_codes(terms, terms.ancestors(breast)) == ["2", "4", "1"]
    assert list_codes(terms, terms.descendants(terms.find("X:1"))) == ["2", "4", "3", "5"]
    assert list_codes(terms, terms.siblings(breast)) == ["5"]
    assert [list_codes(terms, list(path)) for path in terms.paths(breast)] == [
        ["1", "2", "3"],
        ["1", "4", "3"],
    ]
    assert len(terms.paths(breast, limit=1)) == 1
    assert list_codes(terms, terms.roots.tolist()) == ["1"]


def test_missing_parent_is_ignored(tmp_path: Path) -> None:
    compile_concepts([make_concept("1", "One", parents=("7",))], tmp_path / "t", name="t")
    assert Terminology(tmp_path / "t").parents(0) == []


# Codes and cross-references


def test_codes_are_found_with_or_without_system(terms: Terminology) -> None:
    assert terms.key(terms.find("X:1")) == "X:1"
    assert terms.key(terms.find("1", "A")) == "A:1"
    assert terms.get_number("5") == terms.get_number("5", "X")
    assert terms.get_number("5", "A") is None
    with pytest.raises(InputError, match="no concept Y:1"):
        terms.find("Y:1")


def test_cross_references_work_in_both_directions(terms: Terminology) -> None:
    neoplasm = terms.find("X:2")
    assert terms.cross_walk(neoplasm, "UMLS") == ("C0027651",)
    assert terms.cross_walk(neoplasm, "X") == ("2",)
    assert terms.cross_walk(neoplasm, "SNOMED") == ()
    assert terms.find_referring("MESH:D009369") == [neoplasm]
    assert terms.find_referring("X:2") == [terms.find("A:1")]
    assert terms.find_referring("MESH:none") == []


def test_retired_concepts_name_their_successors(terms: Terminology) -> None:
    old = terms.concept(terms.find("6"))
    assert (old.retired, old.replaced_by) == (True, ("3",))
    assert not terms.mask()[terms.find("6")]
    assert terms.mask(retired=True).all()


def test_masks(terms: Terminology) -> None:
    below = terms.mask(below=[terms.find("4")])
    assert list_codes(terms, below.nonzero()[0].tolist()) == ["3", "4", "5"]
    assert list_codes(terms, terms.mask(types=["T047"]).nonzero()[0].tolist()) == ["1"]
    assert list_codes(terms, terms.mask(systems=["A"]).nonzero()[0].tolist()) == ["1"]
    assert not terms.mask(types=["none"]).any()


def test_concepts_survive_a_round_trip(terms: Terminology) -> None:
    for concept in CONCEPTS:
        assert terms.concept(terms.find(concept.code, concept.system)) == concept


def test_names_are_distinct_with_the_preferred_term_first(tmp_path: Path) -> None:
    names = (Name("b"), Name("  a  c "), Name("a c", "preferred"), Name("b", "lay"), Name(" "))
    compile_concepts([Concept("1", "X", names), Concept("2", "X", ())], tmp_path / "t", name="t")
    terms = Terminology(tmp_path / "t")
    assert list(terms.names(0)) == [Name("a c", "preferred"), Name("b")]
    assert terms.title(1) == "2"


# Several sources


COLUMNS = {"code": "code", "name": "name", "synonyms": "synonyms"}


def write_table(folder: Path, name: str, *rows: str) -> SourceInput:
    path = folder / name
    path.write_text("code,name,synonyms\n" + "\n".join(rows) + "\n")
    return SourceInput("csv", path, Options(system="L", columns=COLUMNS))


def test_concepts_with_the_same_code_and_a_shared_name_are_merged(tmp_path: Path) -> None:
    inputs = [
        write_table(tmp_path, "a.csv", "1,Breast cancer,"),
        write_table(tmp_path, "b.csv", "1,Carcinoma of breast,BREAST CANCER", "2,Other,"),
    ]
    manifest = compile_sources(inputs, tmp_path / "t", name="both")
    terms = Terminology(tmp_path / "t")
    assert [name.text for name in terms.names(terms.find("1"))] == [
        "Breast cancer",
        "Carcinoma of breast",
    ]
    assert [origin.concepts for origin in manifest.origins] == [1, 2]
    assert all(len(next(iter(origin.files.values()))) == 64 for origin in manifest.origins)


def test_code_with_two_meanings_is_rejected(tmp_path: Path) -> None:
    inputs = [
        write_table(tmp_path, "a.csv", "1,Breast cancer,"),
        write_table(tmp_path, "b.csv", "1,Fracture,"),
    ]
    with pytest.raises(
        InputError, match="L:1 has a different meaning in a source before"
    ) as caught:
        compile_sources(inputs, tmp_path / "t")
    assert "b.csv" in str(caught.value)
    assert not (tmp_path / "t").exists()


def test_source_without_concepts_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        compile_sources([write_table(tmp_path, "a.csv")], tmp_path / "t")
