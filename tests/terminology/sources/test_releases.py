"""UMLS and SNOMED CT: folders in the layout of the releases, with made-up codes and names."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.errors import InputError
from goldsmith.terminology import sources
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.sources import Options, rrf


def read(path: Path, source: str, options: Options | None = None) -> dict[str, Concept]:
    chosen = sources.check_options(source, options or Options())
    concepts = list(sources.get(source).read(path, chosen).concepts)
    by_code = {concept.code: concept for concept in concepts}
    assert len(by_code) == len(concepts)
    return by_code


def read_error(path: Path, source: str, options: Options | None = None) -> str:
    with pytest.raises(InputError) as caught:
        read(path, source, options)
    assert str(path) in str(caught.value)
    return str(caught.value)


# UMLS

A, B, C = "C9900001", "C9900002", "C9900003"


def make_conso_row(
    cui: str,
    aui: str,
    text: str,
    *,
    sab: str = "MADE",
    tty: str = "PT",
    code: str = "m1",
    lat: str = "ENG",
    suppress: str = "N",
    marks: tuple[str, str, str] = ("P", "PF", "Y"),
) -> str:
    ts, stt, ispref = marks
    fields = [cui, lat, ts, "L1", stt, "S1", ispref, aui, "", "", "", sab, tty, code, text]
    return "|".join([*fields, "0", suppress, "", ""])


def make_sty_row(cui: str, tui: str) -> str:
    return "|".join([cui, tui, "A1.2", "Made", "AT1", "", ""])


def make_def_row(cui: str, aui: str, sab: str, text: str, suppress: str = "N") -> str:
    return "|".join([cui, aui, "AT1", "", sab, text, suppress, "", ""])


def make_rel_row(first: str, kind: str, second: str, sab: str = "MADE", suppress: str = "N") -> str:
    fields = [first, "A1", "AUI", kind, second, "A2", "AUI", "", "R1", "", sab, sab, "", ""]
    return "|".join([*fields, suppress, "", ""])


TABLES: dict[str, list[str]] = {
    "MRCONSO": [
        make_conso_row(A, "A1", "Grey colour", sab="MADE", code="m1"),
        make_conso_row(
            A, "A2", "Greyness", sab="MTH", tty="PN", code="NOCODE", marks=("S", "VO", "N")
        ),
        make_conso_row(A, "A3", "GC", sab="MADE", tty="AB", code="m1", marks=("S", "PF", "N")),
        make_conso_row(A, "A4", "couleur grise", sab="MADEFRE", lat="FRE", code="f1"),
        make_conso_row(A, "A5", "Ashen colour", sab="MADE", tty="OP", suppress="O", code="m0"),
        make_conso_row(A, "A6", "Greyness", sab="SNOMEDCT_US", tty="SY", code="990001"),
        make_conso_row(B, "B1", "Pale grey", sab="SNOMEDCT_US", code="990002"),
        make_conso_row(C, "D1", "blanc", sab="MADEFRE", lat="FRE", code="f3"),
    ],
    "MRSTY": [
        make_sty_row(A, "T999"),
        make_sty_row(A, "T998"),
        make_sty_row(B, "T999"),
        make_sty_row(C, "T999"),
    ],
    "MRDEF": [
        make_def_row(A, "A4", "MADEFRE", "une couleur"),
        make_def_row(A, "A1", "MADE", "a colour"),
        make_def_row(A, "A6", "SNOMEDCT_US", "a better worded colour"),
        make_def_row(A, "A2", "MTH", "a suppressed colour", suppress="Y"),
        make_def_row(B, "B9", "MADE", "of a missing atom"),
    ],
    "MRREL": [
        make_rel_row(A, "CHD", B),
        make_rel_row(A, "PAR", A),
        make_rel_row(B, "PAR", A, "MADE"),
        make_rel_row(B, "PAR", C, "SNOMEDCT_US"),
        make_rel_row(B, "RB", C),
        make_rel_row(B, "PAR", "C9900009", suppress="Y"),
    ],
    "MRRANK": ["0400|MTH|PN|N|", "0300|SNOMEDCT_US|SY|N|", "0200|MADE|PT|N|", "0100|MADE|AB|N|"],
}


def write_umls(
    folder: Path, tables: Mapping[str, Iterable[str]] = TABLES, *, packed: bool = False
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in tables.items():
        content = "".join(f"{row}\n" for row in rows).encode()
        place = folder / (f"{name}.RRF.gz" if packed else f"{name}.RRF")
        place.write_bytes(gzip.compress(content) if packed else content)
    return folder


GREY = Concept(
    code=A,
    system="UMLS",
    names=(
        Name("Greyness", "preferred", "MTH"),
        Name("Grey colour", "synonym", "MADE"),
        Name("GC", "abbreviation", "MADE"),
    ),
    types=("T999", "T998"),
    definition="a better worded colour",
    xrefs=("SNOMEDCT:990001", "MADE:m1"),
)
PALE = Concept(
    code=B,
    system="UMLS",
    names=(Name("Pale grey", "preferred", "SNOMEDCT_US"),),
    types=("T999",),
    parents=(A, C),
    xrefs=("SNOMEDCT:990002",),
)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("below", ["", "META"])
def test_umls_concepts_combine_all_tables(below: str, packed: bool, tmp_path: Path) -> None:
    write_umls(tmp_path / below, packed=packed)
    assert sources.recognise(tmp_path) == "umls"
    assert read(tmp_path, "umls") == {A: GREY, B: PALE}


@pytest.mark.parametrize("name", ["MRCONSO", "MRSTY", "MRDEF", "MRREL"])
def test_umls_tables_can_be_unsorted(name: str, tmp_path: Path) -> None:
    turned = {**TABLES, name: sorted(TABLES[name], key=lambda row: row[:8], reverse=True)}
    assert not rrf.is_sorted(write_umls(tmp_path, turned) / f"{name}.RRF")
    assert read(tmp_path, "umls") == {A: GREY, B: PALE}


@given(st.permutations(TABLES["MRCONSO"][:4]), st.permutations(TABLES["MRREL"]))
@settings(max_examples=25, deadline=None)
def test_umls_order_within_a_table_does_not_matter(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], relations: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("umls")
    write_umls(folder, {**TABLES, "MRCONSO": [*TABLES["MRCONSO"][4:], *names], "MRREL": relations})
    concepts = read(folder, "umls")
    assert concepts[A] == GREY
    assert set(concepts[B].parents) == {A, C}


def test_umls_optional_tables_can_be_missing(tmp_path: Path) -> None:
    needed = {name: TABLES[name] for name in ("MRCONSO", "MRSTY")}
    grey = read(write_umls(tmp_path, needed), "umls")[A]
    assert grey.name == "Grey colour", "without ranks, the atom that UMLS prefers comes first"
    assert (grey.definition, grey.parents) == ("", ())


def test_umls_languages(tmp_path: Path) -> None:
    concepts = read(write_umls(tmp_path), "umls", Options(languages=("FRE",)))
    assert [concepts[cui].name for cui in (A, C)] == ["couleur grise", "blanc"]
    assert concepts[A].definition == "une couleur"
    assert set(concepts) == {A, C}


def test_umls_vocabularies_filter_names_definitions_and_parents(tmp_path: Path) -> None:
    concepts = read(write_umls(tmp_path), "umls", Options(vocabularies=("SNOMEDCT_US",)))
    assert concepts[A].names == (Name("Greyness", "preferred", "SNOMEDCT_US"),)
    assert concepts[A].xrefs == ("SNOMEDCT:990001",)
    assert concepts[B].parents == (C,)
    concepts = read(write_umls(tmp_path), "umls", Options(vocabularies=("MADE",)))
    assert concepts[A].definition == "a colour"
    assert set(concepts) == {A}


def test_umls_hierarchy_comes_from_the_chosen_vocabulary(tmp_path: Path) -> None:
    concepts = read(write_umls(tmp_path), "umls", Options(hierarchy=("MADE",)))
    assert concepts[B].parents == (A,)
    assert concepts[A].names == GREY.names


def test_umls_suppressible_names_are_read_on_request(tmp_path: Path) -> None:
    concepts = read(write_umls(tmp_path), "umls", Options(suppressible=True))
    assert concepts[A].names[-1] == Name("Ashen colour", "retired", "MADE")
    assert concepts[A].definition == "a suppressed colour"
    assert "C9900009" in concepts[B].parents


def test_umls_types_option_applies_to_concepts_without_types(tmp_path: Path) -> None:
    tables = {**TABLES, "MRSTY": [make_sty_row(A, "T999")]}
    concepts = read(write_umls(tmp_path, tables), "umls", Options(types=("T000",)))
    assert [concepts[cui].types for cui in (A, B)] == [("T999",), ("T000",)]


def test_umls_version_comes_from_the_release(tmp_path: Path) -> None:
    (write_umls(tmp_path) / "release.dat").write_text("umls.release.name=2099AA\n", "utf-8")
    release = sources.get("umls").read(tmp_path, Options())
    assert release.version == "2099AA"
    assert {path.name for path in release.files} == {f"{name}.RRF" for name in TABLES}


@pytest.mark.parametrize("missing", [("MRCONSO",), ("MRSTY",), ("MRCONSO", "MRSTY")])
def test_umls_error_names_missing_tables(missing: tuple[str, ...], tmp_path: Path) -> None:
    write_umls(tmp_path, {name: rows for name, rows in TABLES.items() if name not in missing})
    message = read_error(tmp_path, "umls")
    assert " and ".join(f"{name}.RRF" for name in missing) + " missing" in message


@pytest.mark.parametrize("name", list(TABLES))
def test_umls_error_names_the_line_of_a_row_with_the_wrong_number_of_fields(
    name: str, tmp_path: Path
) -> None:
    width = TABLES[name][0].count("|")
    short = TABLES[name][-1].removesuffix("|").rpartition("|")[0] + "|"
    write_umls(tmp_path, {**TABLES, name: [*TABLES[name], short]})
    message = read_error(tmp_path, "umls")
    assert f"{name}.RRF:{len(TABLES[name]) + 1}: " in message
    assert f"the line of {name} has {width - 1} fields; expected {width} fields" in message


def test_umls_rows_without_the_last_bar_are_rejected(tmp_path: Path) -> None:
    write_umls(tmp_path, {**TABLES, "MRRANK": ["0400|MTH|PN|N"]})
    message = read_error(tmp_path, "umls")
    assert (
        "MRRANK.RRF:1: the line of MRRANK has 4 fields; expected 4 fields, each terminated"
        in message
    )


@pytest.mark.parametrize("name", ["MRCONSO", "MRSTY", "MRDEF", "MRREL", "MRRANK"])
def test_umls_truncated_tables_are_rejected(name: str, tmp_path: Path) -> None:
    place = write_umls(tmp_path, packed=True) / f"{name}.RRF.gz"
    place.write_bytes(place.read_bytes()[:-10])
    assert f"{name}.RRF.gz: this file is truncated or damaged" in read_error(tmp_path, "umls")


def test_umls_ranks_must_be_numbers(tmp_path: Path) -> None:
    write_umls(tmp_path, {**TABLES, "MRRANK": ["high|MTH|PN|N|"]})
    assert "the rank of MTH PN is not a number" in read_error(tmp_path, "umls")


# SNOMED CT

FULL, SYN = "900000000000003001", "900000000000013009"
PREFERRED, ACCEPTABLE = "900000000000548007", "900000000000549004"
US, GB = "900000000000509007", "900000000000508004"
IS_A, STAMP = "116680003", "20990101"
HEADS = {
    "Concept": "id effectiveTime active moduleId definitionStatusId",
    "Description": "id effectiveTime active moduleId conceptId languageCode typeId term "
    "caseSignificanceId",
    "Relationship": "id effectiveTime active moduleId sourceId destinationId relationshipGroup "
    "typeId characteristicTypeId modifierId",
    "Language": "id effectiveTime active moduleId refsetId referencedComponentId acceptabilityId",
    "Association": "id effectiveTime active moduleId refsetId referencedComponentId "
    "targetComponentId",
}
HEADS["TextDefinition"] = HEADS["Description"]
PLACES = {
    "Concept": "Terminology/sct2_Concept_Snapshot_INT_20990101.txt",
    "Description": "Terminology/sct2_Description_Snapshot-en_INT_20990101.txt",
    "TextDefinition": "Terminology/sct2_TextDefinition_Snapshot-en_INT_20990101.txt",
    "Relationship": "Terminology/sct2_Relationship_Snapshot_INT_20990101.txt",
    "Language": "Refset/Language/der2_cRefset_LanguageSnapshot-en_INT_20990101.txt",
    "Association": "Refset/Content/der2_cRefset_AssociationSnapshot_INT_20990101.txt",
}
Rows = list[tuple[str, ...]]


def make_description(
    number: str, concept: str, kind: str, term: str, active: str = "1"
) -> tuple[str, ...]:
    return (number, STAMP, active, "m", concept, "en", kind, term, "c")


def make_relation(one: str, two: str, kind: str = IS_A, active: str = "1") -> tuple[str, ...]:
    return ("r", STAMP, active, "m", one, two, "0", kind, "x", "y")


def make_refset_row(refset: str, description: str, how: str, active: str = "1") -> tuple[str, ...]:
    return ("u", STAMP, active, "m", refset, description, how)


FILES: dict[str, Rows] = {
    "Concept": [
        ("9901", STAMP, "1", "m", "d"),
        ("9902", STAMP, "1", "m", "d"),
        ("9903", STAMP, "0", "m", "d"),
    ],
    "Description": [
        make_description("d1", "9901", FULL, "Grey colour (qualifier value)"),
        make_description("d2", "9901", SYN, "Gray"),
        make_description("d3", "9901", SYN, "Grey"),
        make_description("d4", "9901", SYN, "Ashen", active="0"),
        make_description("d5", "9901", SYN, "Grey colour"),
        make_description("d6", "9902", FULL, "Pale grey (rare) (qualifier value)"),
        make_description("d7", "9902", SYN, "Pale grey"),
        make_description("d8", "9903", FULL, "Whiteness (disorder)"),
    ],
    "TextDefinition": [make_description("t1", "9901", "900000000000550004", "Between others.")],
    "Relationship": [
        make_relation("9902", "9901"),
        make_relation("9902", "9903", active="0"),
        make_relation("9902", "9903", kind="363698007"),
    ],
    "Language": [
        make_refset_row(US, "d2", PREFERRED),
        make_refset_row(GB, "d3", PREFERRED),
        make_refset_row(US, "d3", ACCEPTABLE),
        make_refset_row(US, "d5", PREFERRED, active="0"),
        make_refset_row(US, "d7", PREFERRED),
    ],
    "Association": [
        make_refset_row("900000000000526001", "9903", "9902"),
        make_refset_row("900000000000523009", "9903", "9901"),
        make_refset_row("900000000000527005", "9903", "9901", active="0"),
    ],
}


def write_snomed(folder: Path, files: Mapping[str, Rows] = FILES, *, packed: bool = False) -> Path:
    for kind, rows in files.items():
        lines = ["\t".join(HEADS[kind].split()), *("\t".join(row) for row in rows)]
        content = "".join(f"{line}\r\n" for line in lines).encode()
        place = folder / "Snapshot" / (PLACES[kind] + (".gz" if packed else ""))
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(gzip.compress(content) if packed else content)
    return folder


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("given_folder", ["", "Snapshot"])
def test_snomed_concepts_combine_all_files(given_folder: str, packed: bool, tmp_path: Path) -> None:
    folder = write_snomed(tmp_path, packed=packed) / given_folder
    assert sources.recognise(folder) == "snomed"
    concepts = read(folder, "snomed")
    assert concepts["9901"] == Concept(
        code="9901",
        system="SNOMEDCT",
        names=(
            Name("Gray", "preferred"),
            Name("Grey"),
            Name("Grey colour"),
            Name("Grey colour (qualifier value)", "related"),
        ),
        types=("qualifier value",),
        definition="Between others.",
    )
    assert concepts["9902"].parents == ("9901",)
    assert concepts["9902"].types == ("qualifier value",)


def test_snomed_inactive_concepts_are_retired(tmp_path: Path) -> None:
    white = read(write_snomed(tmp_path), "snomed")["9903"]
    assert white.retired
    assert white.replaced_by == ("9902",)
    assert (white.name, white.types) == ("Whiteness", ("disorder",))


def test_snomed_dialect_chooses_the_preferred_name(tmp_path: Path) -> None:
    folder = write_snomed(tmp_path)
    assert read(folder, "snomed", Options(languages=("en-GB",)))["9901"].name == "Grey"
    assert read(folder, "snomed", Options(languages=("en-US",)))["9901"].name == "Gray"


def test_snomed_preferred_term_without_reference_sets_is_the_full_name(tmp_path: Path) -> None:
    files = {kind: FILES[kind] for kind in ("Concept", "Description", "Relationship")}
    concepts = read(write_snomed(tmp_path, files), "snomed")
    assert [one.text for one in concepts["9901"].names if one.kind != "related"] == [
        "Grey colour",
        "Gray",
        "Grey",
    ]
    assert concepts["9903"].replaced_by == ()


def test_snomed_version_and_files(tmp_path: Path) -> None:
    release = sources.get("snomed").read(write_snomed(tmp_path), Options())
    assert release.version == STAMP
    assert len(release.files) == len(FILES)


@pytest.mark.parametrize("missing", ["Concept", "Description", "Relationship"])
def test_snomed_error_names_missing_files(missing: str, tmp_path: Path) -> None:
    write_snomed(tmp_path, {kind: rows for kind, rows in FILES.items() if kind != missing})
    message = read_error(tmp_path, "snomed")
    assert f"sct2_{missing}_Snapshot" in message
    assert "missing" in message


def test_snomed_error_names_a_missing_language(tmp_path: Path) -> None:
    message = read_error(write_snomed(tmp_path), "snomed", Options(languages=("sv",)))
    assert "sct2_Description_Snapshot-sv_*.txt missing" in message


@pytest.mark.parametrize("kind", list(FILES))
def test_snomed_headings_and_widths_are_checked(kind: str, tmp_path: Path) -> None:
    width = len(HEADS[kind].split())
    write_snomed(tmp_path, {**FILES, kind: [*FILES[kind], ("1", STAMP, "1")]})
    message = read_error(tmp_path, "snomed")
    line = len(FILES[kind]) + 2
    assert f"{Path(PLACES[kind]).name}:{line}: the line has 3 columns; expected {width}" in message
    place = write_snomed(tmp_path) / "Snapshot" / PLACES[kind]
    place.write_text(place.read_text("utf-8").replace("moduleId", "module", 1), "utf-8")
    message = read_error(tmp_path, "snomed")
    assert f"{place.name}:1: the headings do not match a {kind} file" in message


def test_snomed_concepts_with_two_states_are_rejected(tmp_path: Path) -> None:
    again = [*FILES["Concept"], ("9901", STAMP, "0", "m", "d")]
    message = read_error(write_snomed(tmp_path, {**FILES, "Concept": again}), "snomed")
    assert ":5: the concept 9901 occurs twice, active and inactive" in message
