"""What is compiled is whole, the same each time, and says what it is."""

import json
from pathlib import Path

import pytest

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index import container
from goldsmith.terminology.index.compile import Given, compile_concepts, compile_sources
from goldsmith.terminology.sources import Options
from goldsmith.terminology.store import Terminology


def concept(code: str, name: str, *others: str, system: str = "X", **more) -> Concept:
    names = (Name(name, "preferred"), *(Name(other) for other in others))
    return Concept(code, system, names, **more)


CONCEPTS = [
    concept("1", "Disease", types=("T047",)),
    concept("2", "Neoplasm", "Tumour", parents=("1",), xrefs=("UMLS:C0027651", "MESH:D009369")),
    concept("3", "Breast neoplasm", parents=("2", "4"), xrefs=("UMLS:C1458155",)),
    concept("4", "Breast disease", parents=("1",), definition="Of the breast."),
    concept("5", "Mastitis", parents=("4",)),
    concept("6", "Breast growth", retired=True, replaced_by=("3",)),
    concept("1", "Other one", system="A", xrefs=("X:2",)),
]


@pytest.fixture
def terms(tmp_path: Path) -> Terminology:
    compile_concepts(CONCEPTS, tmp_path / "t", name="few")
    return Terminology(tmp_path / "t")


def codes(terms: Terminology, numbers: list[int]) -> list[str]:
    return [terms.code(number) for number in numbers]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# Bytes on disk


def test_the_same_concepts_in_any_order_give_the_same_bytes(tmp_path: Path) -> None:
    compile_concepts(CONCEPTS, tmp_path / "a", name="t")
    compile_concepts(reversed(CONCEPTS), tmp_path / "b", name="t")
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_other_names_give_another_version(tmp_path: Path) -> None:
    first = compile_concepts(CONCEPTS, tmp_path / "a", name="t")
    second = compile_concepts([*CONCEPTS, concept("9", "More")], tmp_path / "b", name="t")
    assert first.digest != second.digest
    assert (first.concepts, first.names, first.systems) == (7, 8, {"A": 1, "X": 6})


def test_nothing_at_all_can_be_compiled_and_opened(tmp_path: Path) -> None:
    compile_concepts([], tmp_path / "t", name="none")
    assert len(Terminology(tmp_path / "t")) == 0


def test_an_old_version_is_untouched_when_a_build_fails_midway(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_concepts(CONCEPTS, tmp_path / "t", name="t")
    before = contents(tmp_path / "t")

    def full(*_):
        raise OSError("no space left")

    for part in ("_write", "_put"):
        with monkeypatch.context() as patch, pytest.raises(OSError, match="no space"):
            patch.setattr(container, part, full)
            compile_concepts(CONCEPTS[:2], tmp_path / "t", name="t")
        assert contents(tmp_path / "t") == before
        assert [path.name for path in tmp_path.iterdir()] == ["t"]


def test_an_old_version_comes_back_when_the_new_one_cannot_be_put_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_concepts(CONCEPTS, tmp_path / "t", name="t")
    before = contents(tmp_path / "t")
    rename = Path.rename

    def refused(self: Path, target: Path) -> Path:
        if self.name.endswith(".part"):
            raise OSError("refused")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(OSError, match="refused"):
        compile_concepts(CONCEPTS[:2], tmp_path / "t", name="t")
    assert contents(tmp_path / "t") == before


def test_a_new_version_replaces_the_old_one_which_may_still_be_open(terms: Terminology) -> None:
    compile_concepts(CONCEPTS[:1], terms.folder, name="fewer")
    assert terms.title(terms.find("5")) == "Mastitis"
    assert len(Terminology(terms.folder)) == 1


# Files that are not what they should be


def test_a_folder_that_is_no_terminology(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "none", tmp_path / "file"):
        with pytest.raises(InputError, match="no compiled terminology"):
            Terminology(path)


@pytest.mark.parametrize("cut", [-1, 0, 100])
def test_arrays_that_are_not_whole(terms: Terminology, cut: int) -> None:
    path = terms.folder / "arrays.bin"
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(InputError, match="not whole"):
        Terminology(terms.folder)


def test_arrays_that_are_missing(terms: Terminology) -> None:
    (terms.folder / "arrays.bin").unlink()
    for opened in (Terminology, container.verify):
        with pytest.raises(InputError, match="not whole"):
            opened(terms.folder)


def test_arrays_that_were_changed(terms: Terminology) -> None:
    container.verify(terms.folder)
    path = terms.folder / "arrays.bin"
    whole = bytearray(path.read_bytes())
    whole[len(whole) // 2] ^= 1
    path.write_bytes(whole)
    with pytest.raises(InputError, match="were changed"):
        container.verify(terms.folder)


def test_another_format_is_named(terms: Terminology) -> None:
    path = terms.folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"format": 99}))
    with pytest.raises(InputError, match="format 99") as caught:
        Terminology(terms.folder)
    assert "terms build" in str(caught.value)


def test_a_manifest_cut_short(terms: Terminology) -> None:
    path = terms.folder / "manifest.json"
    path.write_text(path.read_text()[:50])
    with pytest.raises(InputError, match="cannot be read"):
        Terminology(terms.folder)


# Hierarchy


def test_a_cycle_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    several = [
        concept("1", "One", parents=("3",)),
        concept("2", "Two", parents=("1",)),
        concept("3", "Three", parents=("2",)),
        concept("4", "Below", parents=("3",)),
    ]
    with pytest.raises(InputError, match="cycle") as caught:
        compile_concepts(several, tmp_path / "t", name="t")
    assert "X:1 → X:3 → X:2 → X:1" in str(caught.value)
    assert not (tmp_path / "t").exists()


def test_a_concept_that_is_its_own_parent(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="X:1 → X:1"):
        compile_concepts([concept("1", "One", parents=("1",))], tmp_path / "t", name="t")


def test_up_down_and_beside(terms: Terminology) -> None:
    breast = terms.find("X:3")
    assert codes(terms, terms.parents(breast)) == ["2", "4"]
    assert codes(terms, terms.ancestors(breast)) == ["2", "4", "1"]
    assert codes(terms, terms.descendants(terms.find("X:1"))) == ["2", "4", "3", "5"]
    assert codes(terms, terms.siblings(breast)) == ["5"]
    assert [codes(terms, list(path)) for path in terms.paths(breast)] == [
        ["1", "2", "3"],
        ["1", "4", "3"],
    ]
    assert len(terms.paths(breast, limit=1)) == 1
    assert codes(terms, terms.roots.tolist()) == ["1"]


def test_a_parent_that_is_not_there_is_left_out(tmp_path: Path) -> None:
    compile_concepts([concept("1", "One", parents=("7",))], tmp_path / "t", name="t")
    assert Terminology(tmp_path / "t").parents(0) == []


# Codes and cross-references


def test_codes_are_found_with_their_system_or_without(terms: Terminology) -> None:
    assert terms.key(terms.find("X:1")) == "X:1"
    assert terms.key(terms.find("1", "A")) == "A:1"
    assert terms.number("5") == terms.number("5", "X")
    assert terms.number("5", "A") is None
    with pytest.raises(InputError, match="no concept Y:1"):
        terms.find("Y:1")


def test_cross_references_lead_both_ways(terms: Terminology) -> None:
    neoplasm = terms.find("X:2")
    assert terms.walk(neoplasm, "UMLS") == ("C0027651",)
    assert terms.walk(neoplasm, "X") == ("2",)
    assert terms.walk(neoplasm, "SNOMED") == ()
    assert terms.referring("MESH:D009369") == [neoplasm]
    assert terms.referring("X:2") == [terms.find("A:1")]
    assert terms.referring("MESH:none") == []


def test_retired_concepts_explain_themselves(terms: Terminology) -> None:
    old = terms.concept(terms.find("6"))
    assert (old.retired, old.replaced_by) == (True, ("3",))
    assert not terms.mask()[terms.find("6")]
    assert terms.mask(retired=True).all()


def test_masks(terms: Terminology) -> None:
    below = terms.mask(below=[terms.find("4")])
    assert codes(terms, below.nonzero()[0].tolist()) == ["3", "4", "5"]
    assert codes(terms, terms.mask(types=["T047"]).nonzero()[0].tolist()) == ["1"]
    assert codes(terms, terms.mask(systems=["A"]).nonzero()[0].tolist()) == ["1"]
    assert not terms.mask(types=["none"]).any()


def test_a_concept_comes_back_as_it_went_in(terms: Terminology) -> None:
    for one in CONCEPTS:
        assert terms.concept(terms.find(one.code, one.system)) == one


def test_names_are_kept_once_the_preferred_one_first(tmp_path: Path) -> None:
    names = (Name("b"), Name("  a  c "), Name("a c", "preferred"), Name("b", "lay"), Name(" "))
    compile_concepts([Concept("1", "X", names), Concept("2", "X", ())], tmp_path / "t", name="t")
    terms = Terminology(tmp_path / "t")
    assert list(terms.names(0)) == [Name("a c", "preferred"), Name("b")]
    assert terms.title(1) == "2"


# Several sources


COLUMNS = {"code": "code", "name": "name", "synonyms": "synonyms"}


def listed(folder: Path, name: str, *rows: str) -> Given:
    path = folder / name
    path.write_text("code,name,synonyms\n" + "\n".join(rows) + "\n")
    return Given("csv", path, Options(system="L", columns=COLUMNS))


def test_concepts_with_one_code_and_a_name_in_common_are_merged(tmp_path: Path) -> None:
    given = [
        listed(tmp_path, "a.csv", "1,Breast cancer,"),
        listed(tmp_path, "b.csv", "1,Carcinoma of breast,BREAST CANCER", "2,Other,"),
    ]
    manifest = compile_sources(given, tmp_path / "t", name="both")
    terms = Terminology(tmp_path / "t")
    assert [name.text for name in terms.names(terms.find("1"))] == [
        "Breast cancer",
        "Carcinoma of breast",
    ]
    assert [origin.concepts for origin in manifest.origins] == [1, 2]
    assert all(len(next(iter(origin.files.values()))) == 64 for origin in manifest.origins)


def test_one_code_with_two_meanings_is_refused(tmp_path: Path) -> None:
    given = [
        listed(tmp_path, "a.csv", "1,Breast cancer,"),
        listed(tmp_path, "b.csv", "1,Fracture,"),
    ]
    with pytest.raises(
        InputError, match="L:1 was given before, with a different meaning"
    ) as caught:
        compile_sources(given, tmp_path / "t")
    assert "b.csv" in str(caught.value)
    assert not (tmp_path / "t").exists()


def test_a_source_without_concepts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        compile_sources([listed(tmp_path, "a.csv")], tmp_path / "t")
