"""Subsets: parts of a terminology by semantic type, group, system, vocabulary and subtree."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsmith.core import load_builtin_schema
from goldsmith.errors import InputError, UnknownName
from goldsmith.terminology import semantic_network, subsets
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.index.compile import compile_concepts
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.subsets import Subset

DISORDERS = {"T019", "T020", "T037", "T046", "T047", "T048", "T049", "T050", "T190", "T191"}


def make_concept(key: str, name: str, *types: str, parents: tuple[str, ...] = (), source: str = "",
            retired: bool = False) -> Concept:  # fmt: skip
    system, _, code = key.partition(":")
    return Concept(
        code,
        system,
        (Name(name, "preferred", source),),
        types=types,
        parents=parents,
        retired=retired,
    )


@pytest.fixture(scope="module")
def umls(tmp_path_factory: pytest.TempPathFactory) -> Terminology:
    """Return a terminology of UMLS concepts with TUIs."""
    place = tmp_path_factory.mktemp("umls") / "umls"
    concepts = [
        make_concept("UMLS:C1", "Tumour", "T191", source="SNOMEDCT_US"),
        make_concept("UMLS:C2", "Breast tumour", "T191", parents=("C1",), source="MSH"),
        make_concept("UMLS:C3", "Lump", "T033", source="SNOMEDCT_US"),
        make_concept("UMLS:C4", "Ache", "T184", source="MSH"),
        make_concept("UMLS:C5", "Old tumour", "T191", retired=True),
        make_concept("UMLS:C6", "Left", "T082", source="MSH"),
    ]
    compile_concepts(concepts, place, name="small")
    return Terminology(place)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Terminology:
    """Return a terminology of concepts from open ontologies and MeSH."""
    place = tmp_path_factory.mktemp("mixed") / "mixed"
    concepts = [
        make_concept("DOID:4", "disease", "disease_ontology"),
        make_concept("DOID:162", "cancer", "disease_ontology", parents=("4",)),
        make_concept("HP:0000001", "All", "human_phenotype"),
        make_concept("HP:0000118", "abnormality", "human_phenotype", parents=("0000001",)),
        make_concept("HP:0000005", "inheritance", "human_phenotype", parents=("0000001",)),
        make_concept("HP:0002027", "pain", "human_phenotype", parents=("0000118",)),
        make_concept("UBERON:0002107", "liver", "uberon"),
        make_concept("MESH:D001798", "Blood Proteins", "D12"),
        make_concept("MESH:D006454", "Hemoglobins", "D12", parents=("D001798",)),
        make_concept("MESH:D000911", "Antibodies, Monoclonal", "D12", parents=("D001798",)),
        make_concept("MESH:D015415", "Biomarkers", "D23"),
        make_concept("MESH:D013629", "Tamoxifen", "D02"),
        make_concept("MESH:D014057", "Tomography, X-Ray Computed", "E01"),
        make_concept("MESH:D011878", "Radiotherapy", "E02"),
    ]
    compile_concepts(concepts, place, name="mixed")
    return Terminology(place)


def write_subset(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return path


def select_keys(subset: Subset, terminology: Terminology) -> set[str]:
    mask = subset.mask(terminology)
    return {terminology.key(number) for number in range(len(terminology)) if mask[number]}


def select_by_text(folder: Path, text: str, terminology: Terminology) -> set[str]:
    path = write_subset(folder, f'title = "Mine"\n{text}')
    return select_keys(Subset.load(path), terminology)


# The semantic network


def test_network_has_127_types_in_15_groups_and_6_former_types() -> None:
    types = semantic_network.load_types().values()
    assert sum(not entry.former for entry in types) == 127
    assert sum(entry.former for entry in types) == 6
    assert {entry.group for entry in types} == set(semantic_network.GROUPS)
    assert len(semantic_network.GROUPS) == 15


def test_names_of_types_are_unique() -> None:
    assert len(semantic_network.map_names()) == len(semantic_network.load_types())
    assert semantic_network.map_names()["Neoplastic Process"] == "T191"


@pytest.mark.parametrize("name", ["clef", "mayo-disorder", "share-2014", "odie"])
def test_schemas_use_the_type_names_of_the_network(name: str) -> None:
    types = load_builtin_schema(name).semantic_types
    assert types
    names = {tui: semantic_network.load_types()[tui].name.lower() for tui in types}
    # Ogren et al. print some of them with fewer capitals.
    assert names == {tui: title.lower() for tui, title in types.items()}


# The built-in subsets


def test_disorder_subsets_follow_the_papers() -> None:
    ogren, semeval = Subset.load("ogren-disorders"), Subset.load("semeval-disorders")
    assert set(ogren.parts[""][0].kinds) == DISORDERS
    assert set(semeval.parts[""][0].kinds) == DISORDERS | {"T184"}
    group = set(semantic_network.list_group_types(["DISO"]))
    assert group == DISORDERS | {"T184", "T033"}


@pytest.mark.parametrize("name", subsets.names())
def test_every_built_in_subset_is_described(name: str) -> None:
    subset = Subset.load(name)
    assert subset.name == name
    assert subset.title and subset.source and subset.description
    assert all(subset.parts.values())


def test_clef_subset_maps_types_like_its_schema() -> None:
    subset = Subset.load("clef")
    for entity in load_builtin_schema("clef").mention:
        own = {kind for part in subset.parts.get(entity.name, ()) for kind in part.kinds}
        assert {kind for kind in own if kind in semantic_network.load_types()} == set(
            entity.semantic_types
        )


def test_disorders_are_selected_in_any_terminology(umls: Terminology, mixed: Terminology) -> None:
    disorders = Subset.load("disorders")
    assert select_keys(disorders, umls) == {"UMLS:C1", "UMLS:C2", "UMLS:C3", "UMLS:C4"}
    assert select_keys(disorders, mixed) == {"DOID:4", "DOID:162", "HP:0000118", "HP:0002027"}
    assert select_keys(Subset.load("semeval-disorders"), umls) == {"UMLS:C1", "UMLS:C2", "UMLS:C4"}
    assert select_keys(Subset.load("ogren-disorders"), umls) == {"UMLS:C1", "UMLS:C2"}


def test_anatomy_drugs_and_procedures(mixed: Terminology) -> None:
    assert select_keys(Subset.load("anatomy"), mixed) == {"UBERON:0002107"}
    assert select_keys(Subset.load("procedures"), mixed) == {"MESH:D014057", "MESH:D011878"}
    assert "MESH:D013629" in select_keys(Subset.load("drugs"), mixed)


def test_subset_for_other_terminologies_is_rejected(mixed: Terminology) -> None:
    with pytest.raises(InputError, match="ogren-disorders selects nothing in mixed"):
        Subset.load("ogren-disorders").mask(mixed)


# Entity types


def test_entity_types_of_concepts(mixed: Terminology) -> None:
    types = Subset.load("clef").entity_types(mixed)
    by_key = {mixed.key(number): types[number] for number in range(len(mixed))}
    assert by_key["DOID:162"] == by_key["HP:0002027"] == "Condition"
    assert by_key["HP:0000005"] is by_key["HP:0000001"] is None
    assert by_key["UBERON:0002107"] == "Locus"
    assert by_key["MESH:D014057"] == "Investigation"
    assert by_key["MESH:D011878"] == "Intervention"
    assert by_key["MESH:D013629"] == "Drug-or-device"


def test_first_entity_type_wins_unless_excluded(mixed: Terminology) -> None:
    types = Subset.load("clef").entity_types(mixed)
    # Both are proteins, which are also drugs. Investigations come first and exclude antibodies.
    assert types[mixed.find("MESH:D006454")] == "Investigation"
    assert types[mixed.find("MESH:D000911")] == "Drug-or-device"


def test_mask_of_a_mapping_covers_all_entity_types(mixed: Terminology) -> None:
    subset = Subset.load("clef")
    types = subset.entity_types(mixed)
    assert (subset.mask(mixed) == (types.codes >= 0)).all()
    assert (types.mask("Locus") == (types.codes == types.names.index("Locus"))).all()
    with pytest.raises(UnknownName, match="Did you mean Locus"):
        types.mask("Locuss")


def test_subset_without_mapping_has_no_entity_types(umls: Terminology) -> None:
    with pytest.raises(InputError, match=r"has no entity types.*clef"):
        Subset.load("disorders").entity_types(umls)


# Files


def test_types_are_selected_by_tui_name_and_group(tmp_path: Path, umls: Terminology) -> None:
    assert select_by_text(tmp_path, 'types = ["T191"]', umls) == {"UMLS:C1", "UMLS:C2"}
    assert select_by_text(tmp_path, 'types = ["Neoplastic Process"]', umls) == {
        "UMLS:C1",
        "UMLS:C2",
    }
    keys = select_by_text(tmp_path, 'types = ["T082"]\ngroups = ["DISO"]', umls)
    assert keys == {"UMLS:C1", "UMLS:C2", "UMLS:C3", "UMLS:C4", "UMLS:C6"}


def test_snomed_tag_is_not_the_name_of_a_semantic_type(tmp_path: Path) -> None:
    concepts = [make_concept("S:1", "Lump", "finding"), make_concept("S:2", "Bulge", "T033")]
    compile_concepts(concepts, tmp_path / "tags", name="tags")
    tags = Terminology(tmp_path / "tags")
    assert select_by_text(tmp_path, 'types = ["finding"]', tags) == {"S:1"}
    assert select_by_text(tmp_path, 'types = ["Finding"]', tags) == {"S:2"}
    assert select_keys(Subset.load("disorders"), tags) == {"S:1", "S:2"}


def test_selection_requires_every_filter(tmp_path: Path, umls: Terminology) -> None:
    text = 'types = ["T191"]\nvocabularies = ["SNOMEDCT_US"]'
    assert select_by_text(tmp_path, text, umls) == {"UMLS:C1"}
    assert select_by_text(tmp_path, 'types = ["T191"]\nbelow = ["UMLS:C2"]', umls) == {"UMLS:C2"}


def test_selection_and_also_selections_are_combined(tmp_path: Path, umls: Terminology) -> None:
    text = 'types = ["T184"]\n[[also]]\nbelow = ["UMLS:C1"]\nexcept = ["UMLS:C2"]'
    assert select_by_text(tmp_path, text, umls) == {"UMLS:C1", "UMLS:C4"}


def test_unknown_root_is_rejected(tmp_path: Path, umls: Terminology) -> None:
    with pytest.raises(InputError, match="root UMLS:C9 of the subset mine is not in small"):
        select_by_text(tmp_path, 'below = ["UMLS:C9"]', umls)
    with pytest.raises(InputError, match="root UMLS:C9 of the subset mine is not in small"):
        select_by_text(tmp_path, 'types = ["T191"]\nexcept = ["UMLS:C9"]', umls)
    # A root of another system is ignored, because a file covers several terminologies.
    assert select_by_text(tmp_path, 'below = ["UMLS:C2", "HP:0000118"]', umls) == {"UMLS:C2"}


def test_error_suggests_similar_types(tmp_path: Path, mixed: Terminology) -> None:
    text = 'types = ["disease_ontolgy", "Neoplastic Proces", "uberon"]'
    with pytest.raises(InputError) as caught:
        select_by_text(tmp_path, text, mixed)
    message = str(caught.value)
    assert "disease_ontolgy (did you mean disease_ontology or disease?)" in message
    assert "Neoplastic Proces (did you mean Neoplastic Process" in message
    assert "uberon" not in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a selection has no filter"),
        ('except = ["HP:1"]', "a selection has no filter"),
        ('types = ["T999"]', "there is no semantic type T999"),
        ('groups = ["DISC"]', "no semantic group called 'DISC'.*Did you mean DISO"),
        ('below = ["C0027651"]', "the root C0027651 has no system"),
        ('typos = ["T191"]', "unknown field `typos`"),
        ('types = "T191"', "Expected `array`"),
        ("types = [", "cannot be read"),
        (
            'types = ["T191"]\n[mapping.Condition]\ntypes = ["T191"]',
            "both a selection and a mapping",
        ),
    ],
)
def test_invalid_file_is_reported(tmp_path: Path, text: str, message: str) -> None:
    path = write_subset(tmp_path, f'title = "Mine"\n{text}')
    with pytest.raises(InputError, match=f"(?s)mine.toml.*{message}"):
        Subset.load(path)


def test_unknown_names_and_files_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="Did you mean disorders"):
        Subset.load("disorder")
    with pytest.raises(InputError, match="there is no such file"):
        Subset.load(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    with pytest.raises(InputError, match="not UTF-8"):
        Subset.load(tmp_path / "latin.toml")
