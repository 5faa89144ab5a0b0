"""The demo terminology: its codes have their shapes, it compiles, and it knows the notes' words."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from goldsmith.examples.notes import documents
from goldsmith.terminology import demo as terminology
from goldsmith.terminology.index import container
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.lookup.finder import Lookup
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.subsets import Subset
from goldsmith_demo.life.concepts import CONCEPTS

CODES = {
    "CL": r"\d{7}",
    "DOID": r"\d{1,7}",
    "HP": r"\d{7}",
    "MESH": r"D\d{6}(\d{3})?",
    "MONDO": r"\d{7}",
    "UBERON": r"\d{7}",
}
XREFS = {
    "ICD10CM": r"[A-Z]\d[\dA-Z](\.[\dA-Z]{1,4})?",
    "MESH": r"[CD]\d{6}(\d{3})?",
    "SNOMEDCT": r"\d{6,18}",
    "UMLS": r"C\d{7}",
}
PRONOUNS = {"it", "its", "one", "that", "them", "these", "they", "this", "those"}
#: Of the mentions that are no pronouns, the share in % that must be found, as the same span.
FLOORS = {
    "Condition": 40,
    "Locus": 53,
    "Drug-or-device": 50,
    "Intervention": 26,
    "Investigation": 16,
}
EVERY = list(terminology.concepts())
KEYS = {concept.key for concept in EVERY}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Terminology:
    place = tmp_path_factory.mktemp("demo") / "demo"
    compile_concepts(EVERY, place, name="demo")
    return Terminology(place)


def text() -> str:
    return Path(terminology.__file__).with_name(terminology.FILE).read_text("utf-8")


# The file


def test_every_code_has_the_shape_of_its_system() -> None:
    wrong = [one.key for one in EVERY if not re.fullmatch(CODES[one.system], one.code)]
    assert not wrong
    assert {one.system for one in EVERY} == set(CODES)


def test_every_cross_reference_has_the_shape_of_its_system() -> None:
    pairs = {xref.partition(":")[::2] for one in EVERY for xref in one.xrefs}
    assert not [pair for pair in pairs if not re.fullmatch(XREFS[pair[0]], pair[1])]
    assert {system for system, _ in pairs} == set(XREFS)


def test_every_code_is_there_once_and_parents_are_there() -> None:
    assert len(KEYS) == len(EVERY)
    missing = [
        (one.key, parent)
        for one in EVERY
        for parent in one.parents
        if f"{one.system}:{parent}" not in KEYS
    ]
    assert not missing


def test_definitions_are_of_the_disease_ontology_alone() -> None:
    assert {one.system for one in EVERY if one.definition} == {"DOID"}


def test_the_file_is_sorted_small_and_names_its_sources() -> None:
    assert [(one.system, one.code) for one in EVERY] == sorted(
        (one.system, one.code) for one in EVERY
    )
    assert len(text().encode()) < 600_000
    head = text().partition("\nsystem,")[0]
    assert all(line.startswith("# ") for line in head.splitlines())
    assert all(re.search(rf"\b{system}\b", head) for system in CODES)


def test_a_row_says_all_about_its_concept() -> None:
    lines = text().splitlines()
    start = lines.index(",".join(terminology.COLUMNS)) + 1
    assert len(lines) - start == len(EVERY)
    for one in EVERY:
        cells = dict(zip(terminology.COLUMNS, terminology.row(one), strict=True))
        assert terminology._concept(cells) == one


def test_no_name_holds_the_sign_that_parts_names() -> None:
    assert not [name for one in EVERY for name in one.names if "|" in name.text or not name.text]


# What it knows


def test_all_but_the_systems_roots_are_filed_under_something(compiled: Terminology) -> None:
    roots = {compiled.key(int(number)) for number in compiled.roots}
    assert {"DOID:4", "HP:0000001", "UBERON:0001062", "CL:0000000"} <= roots
    assert {key.partition(":")[0] for key in roots} == {"DOID", "HP", "UBERON", "CL", "MESH"}
    pain = compiled.find("HP:0002027")
    assert compiled.find("HP:0000118") in compiled.ancestors(pain)


@pytest.mark.parametrize("name", CONCEPTS)
def test_every_code_of_the_made_up_notes_is_reached(name: str, compiled: Terminology) -> None:
    assert compiled.referring(f"UMLS:{CONCEPTS[name].cui}")


def test_a_lump_is_found(compiled: Terminology) -> None:
    found = {compiled.title(one.concept) for one in Lookup(compiled)("There is a breast lump.")}
    assert found == {"Breast mass"}


def test_subsets_work_with_it(compiled: Terminology) -> None:
    found = Subset.load("clef").entity_types(compiled)
    of = {name: int(found.mask(name).sum()) for name in found.names}
    assert all(of[name] for name in FLOORS)
    assert sum(of.values()) > 0.99 * len(compiled)


def test_mentions_of_the_notes_are_found(compiled: Terminology) -> None:
    look_up = Lookup(compiled)
    total, same = Counter[str](), Counter[str]()
    for doc in documents():
        found = {(match.start, match.end) for match in look_up(doc.text)}
        for mention in doc.sets["gold"].mentions:
            if mention.type in FLOORS and doc.covered(mention).lower() not in PRONOUNS:
                total[mention.type] += 1
                spans = mention.spans
                same[mention.type] += len(spans) == 1 and (spans[0].start, spans[0].end) in found
    below = {name for name, floor in FLOORS.items() if 100 * same[name] < floor * total[name]}
    assert not below, {name: (same[name], total[name]) for name in below}


# The compiled form


def test_it_is_compiled_once_into_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = terminology.folder()
    assert first.is_relative_to(tmp_path)
    manifest = container.read_manifest(first)
    assert manifest.concepts == sum(origin.concepts for origin in manifest.origins) == len(EVERY)
    assert all(origin.licence for origin in manifest.origins)
    before = (first / "manifest.json").stat().st_mtime_ns
    assert terminology.folder() == first
    assert (first / "manifest.json").stat().st_mtime_ns == before


def test_a_cache_that_is_not_whole_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    place = terminology.folder()
    (place / "arrays.bin").write_bytes(b"")
    assert len(Terminology(terminology.folder())) == len(EVERY)


def test_without_a_cache_it_lives_for_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("no folder can be made here", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    place = terminology.folder()
    assert not place.is_relative_to(tmp_path)
    assert len(Terminology(place)) == len(EVERY)
    assert terminology.folder() == place
