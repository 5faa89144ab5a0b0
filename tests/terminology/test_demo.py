"""The built-in terminology: valid codes, compilation, and coverage of the built-in notes."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from goldsmith.examples.notes import load_documents
from goldsmith.terminology import demo as terminology
from goldsmith.terminology.index import container
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.lookup.finder import Lookup
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.subsets import Subset
from goldsmith_demo.life.concepts import load_concepts

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
#: The minimum percentage of mentions, except pronouns, that are found with the same span.
FLOORS = {
    "Condition": 40,
    "Locus": 53,
    "Drug-or-device": 50,
    "Intervention": 26,
    "Investigation": 16,
}
CONCEPTS = list(terminology.read_concepts())
KEYS = {concept.key for concept in CONCEPTS}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Terminology:
    place = tmp_path_factory.mktemp("demo") / "demo"
    compile_concepts(CONCEPTS, place, name="demo")
    return Terminology(place)


def read_text() -> str:
    return Path(terminology.__file__).with_name(terminology.FILE).read_text("utf-8")


# The file


def test_codes_have_the_format_of_their_system() -> None:
    wrong = [
        concept.key for concept in CONCEPTS if not re.fullmatch(CODES[concept.system], concept.code)
    ]
    assert not wrong
    assert {concept.system for concept in CONCEPTS} == set(CODES)


def test_cross_references_have_the_format_of_their_system() -> None:
    pairs = {xref.partition(":")[::2] for concept in CONCEPTS for xref in concept.xrefs}
    assert not [pair for pair in pairs if not re.fullmatch(XREFS[pair[0]], pair[1])]
    assert {system for system, _ in pairs} == set(XREFS)


def test_codes_are_unique_and_parents_exist() -> None:
    assert len(KEYS) == len(CONCEPTS)
    missing = [
        (concept.key, parent)
        for concept in CONCEPTS
        for parent in concept.parents
        if f"{concept.system}:{parent}" not in KEYS
    ]
    assert not missing


def test_only_the_disease_ontology_has_definitions() -> None:
    assert {concept.system for concept in CONCEPTS if concept.definition} == {"DOID"}


def test_file_is_sorted_small_and_names_its_sources() -> None:
    assert [(concept.system, concept.code) for concept in CONCEPTS] == sorted(
        (concept.system, concept.code) for concept in CONCEPTS
    )
    assert len(read_text().encode()) < 600_000
    head = read_text().partition("\nsystem,")[0]
    assert all(line.startswith("# ") for line in head.splitlines())
    assert all(re.search(rf"\b{system}\b", head) for system in CODES)


def test_rows_survive_a_round_trip() -> None:
    lines = read_text().splitlines()
    start = lines.index(",".join(terminology.COLUMNS)) + 1
    assert len(lines) - start == len(CONCEPTS)
    for concept in CONCEPTS:
        cells = dict(zip(terminology.COLUMNS, terminology.format_row(concept), strict=True))
        assert terminology._parse_concept(cells) == concept


def test_no_name_contains_the_separator() -> None:
    assert not [
        name for concept in CONCEPTS for name in concept.names if "|" in name.text or not name.text
    ]


# Content


def test_hierarchies_have_the_roots_of_the_ontologies(compiled: Terminology) -> None:
    roots = {compiled.key(int(number)) for number in compiled.roots}
    assert {"DOID:4", "HP:0000001", "UBERON:0001062", "CL:0000000"} <= roots
    assert {key.partition(":")[0] for key in roots} == {"DOID", "HP", "UBERON", "CL", "MESH"}
    pain = compiled.find("HP:0002027")
    assert compiled.find("HP:0000118") in compiled.ancestors(pain)


@pytest.mark.parametrize(
    "cui",
    # No open ontology has the code of leg DVT that the guideline share-2014 quotes.
    sorted({row.cui for row in load_concepts().values() if row.source != "share-2014"} - {""}),
)
def test_codes_of_synthetic_notes_are_covered(cui: str, compiled: Terminology) -> None:
    assert compiled.find_referring(f"UMLS:{cui}")


def test_breast_lump_is_found(compiled: Terminology) -> None:
    titles = {
        compiled.title(match.concept) for match in Lookup(compiled)("There is a breast lump.")
    }
    assert titles == {"Breast mass"}


def test_clef_subset_covers_the_terminology(compiled: Terminology) -> None:
    types = Subset.load("clef").entity_types(compiled)
    counts = {name: int(types.mask(name).sum()) for name in types.names}
    assert all(counts[name] for name in FLOORS)
    assert sum(counts.values()) > 0.99 * len(compiled)


def test_mentions_of_the_notes_are_found(compiled: Terminology) -> None:
    look_up = Lookup(compiled)
    total, same = Counter[str](), Counter[str]()
    for doc in load_documents():
        matches = {(match.start, match.end) for match in look_up(doc.text)}
        for mention in doc.sets["gold"].mentions:
            if mention.type in FLOORS and doc.get_covered_text(mention).lower() not in PRONOUNS:
                total[mention.type] += 1
                spans = mention.spans
                same[mention.type] += len(spans) == 1 and (spans[0].start, spans[0].end) in matches
    below = {name for name, floor in FLOORS.items() if 100 * same[name] < floor * total[name]}
    assert not below, {name: (same[name], total[name]) for name in below}


# The compiled form


def test_terminology_is_compiled_once_into_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = terminology.get_folder()
    assert first.is_relative_to(tmp_path)
    manifest = container.read_manifest(first)
    assert manifest.concepts == sum(origin.concepts for origin in manifest.origins) == len(CONCEPTS)
    assert all(origin.licence for origin in manifest.origins)
    before = (first / "manifest.json").stat().st_mtime_ns
    assert terminology.get_folder() == first
    assert (first / "manifest.json").stat().st_mtime_ns == before


def test_incomplete_cache_is_rebuilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    place = terminology.get_folder()
    (place / "arrays.bin").write_bytes(b"")
    assert len(Terminology(terminology.get_folder())) == len(CONCEPTS)


def test_terminology_is_compiled_temporarily_without_a_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("no folder can be made here", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(file))
    place = terminology.get_folder()
    assert not place.is_relative_to(tmp_path)
    assert len(Terminology(place)) == len(CONCEPTS)
    assert terminology.get_folder() == place
