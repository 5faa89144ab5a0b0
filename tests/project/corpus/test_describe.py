"""Counts of a corpus: slices, shares, chains per document, crosses, grids, corpora side by side."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.builders import build_mention, build_set
from tests.cli.running import goldsmith

from goldsmith.core import Document, Mention, Metadata, Relation
from goldsmith.errors import InputError, UnknownName
from goldsmith.formats import write
from goldsmith.project.corpus.describe import Description, SetDescription, describe
from goldsmith.project.corpus.describe.cross_tables import format_share
from goldsmith.project.corpus.describe.tables import make_description_tables
from goldsmith.project.corpus.describe_page import render_description, render_descriptions
from goldsmith.rendering.table import Table

TEXT = "a b c d e f g h"


def make_mentions(*codes: str, **attributes: str) -> list[Mention]:
    return [
        build_mention(f"T{at}", (2 * at, 2 * at + 1), codes=[code] if code else [], **attributes)
        for at, code in enumerate(codes)
    ]


def link(number: int, first: int, second: int, **attributes: str) -> Relation:
    return Relation(f"R{number}", "CTLink", f"T{first}", f"T{second}", attributes)


def make_docs() -> list[Document]:
    """Make two letters and a scan with codes, attributes, links and metadata."""
    letter = build_set(
        [*make_mentions("C1", "CUI-less", negated="true"), build_mention("D", (8, 9), (12, 13))],
        [link(1, 0, 1, type="before", task="A"), link(2, 1, 0, type="before", task="B")],
    )
    scan = build_set(make_mentions("C1", negated="false"), [link(1, 0, 0, type="after", task="A")])
    fields = (
        Metadata("p1", "narrative", "to GP", diagnosis="C50.1", extra={"batch": "2"}),
        Metadata("p1", "narrative", "discharge", diagnosis="C18", extra={"batch": "10"}),
        Metadata("p2", "imaging", "CT", diagnosis="C18", extra={"batch": "2"}),
    )
    return [
        Document(f"n{at}", TEXT, metadata, sets={"gold": scan if at == 2 else letter})
        for at, metadata in enumerate(fields)
    ]


def get_set(description: Description) -> SetDescription:
    [counts] = description.sets
    return counts


def find_table(tables: list[Table], title: str) -> dict[str, tuple[str, ...]]:
    """Return the rows of a table by their labels; "columns" has the headings."""
    [table] = [table for table in tables if table.title == title]
    return {"columns": table.columns[1:], **{row[0]: row[1:] for row in table.rows}}


def test_slices_are_document_types_unless_fields_are_named() -> None:
    by_type = describe(make_docs())
    assert by_type.by == ["type"] and list(by_type.slices) == ["imaging", "narrative"]
    assert by_type.slices["narrative"].documents == 2 and by_type.slices["narrative"].patients == 1
    by_batch = describe(make_docs(), by="batch")
    assert list(by_batch.slices) == ["2", "10"]
    assert get_set(by_batch).mentions_by_type == {"Condition": {"2": 4, "10": 3}}
    crossed = describe(make_docs(), by="type,batch")
    assert list(crossed.slices) == ["imaging / 2", "narrative / 2", "narrative / 10"]
    with pytest.raises(UnknownName, match="no metadata field called 'bach'; expected one of batch"):
        describe(make_docs(), by="bach")


def test_sets_have_totals_for_each_slice() -> None:
    counts = get_set(describe(make_docs()))
    narrative, imaging = counts.slices["narrative"], counts.slices["imaging"]
    assert (narrative.mentions, narrative.discontiguous, narrative.contiguous) == (6, 2, 4)
    assert (narrative.coded, narrative.cui_less, narrative.uncoded) == (2, 2, 2)
    assert (imaging.documents, imaging.mentions, imaging.relations) == (1, 1, 1)
    assert (counts.unique_codes, imaging.unique_codes) == (1, 1)


def test_attributes_are_counted_by_document_type() -> None:
    counts = get_set(describe(make_docs()))
    assert counts.attributes["Condition"]["negated"] == {"true": 4, "false": 1}
    assert counts.attributes_by_slice["Condition"]["negated"] == {
        "true": {"narrative": 4},
        "false": {"imaging": 1},
    }
    rows = find_table(
        make_description_tables({"c": describe(make_docs())}), "Set gold: negated of Condition"
    )
    assert rows["columns"] == ("all", "imaging", "narrative")
    assert rows["true"] == ("4 (80.0 %)", "0 (0.0 %)", "4 (100.0 %)")
    assert rows["total"] == ("5", "1", "4")


def test_chains_are_counted_by_length_and_per_document() -> None:
    mentions = [
        build_mention(f"T{at}", (2 * at, 2 * at + 1), kind="markable", semantic_class="people")
        for at in range(6)
    ]
    identity = {"relation_type": "identity"}
    pairs = [
        Relation("R1", "pair", "T1", "T0", identity),
        Relation("R2", "pair", "T2", "T1", identity),
        Relation("R3", "pair", "T4", "T3", identity),
    ]
    docs = [
        Document("1", TEXT, sets={"gold": replace(build_set(mentions, pairs), schema="odie")}),
        Document("2", TEXT, sets={"gold": replace(build_set(mentions), schema="odie")}),
    ]
    description = describe(docs)
    chains = get_set(description).chains
    assert chains is not None
    assert (chains.count, chains.lengths, chains.per_document) == (2, {2: 1, 3: 1}, 1.0)
    assert chains.documents == {0: 1, 2: 1}
    assert chains.lengths_by_slice == {2: {"(none)": 1}, 3: {"(none)": 1}}
    tables = make_description_tables({"c": description})
    assert find_table(tables, "Set gold (odie): chains by length")["3"] == ("1 (50.0 %)",)
    assert find_table(tables, "Set gold (odie): chains per document")["2"] == ("1 (50.0 %)",)
    assert find_table(tables, "Set gold (odie)")["chains per document"] == ("1.0",)


def test_links_are_crossed_by_type_and_task() -> None:
    description = describe(make_docs(), cross=["CTLink.type,task"])
    [cross] = get_set(description).crosses
    assert cross.counts == {"before": {"A": 2, "B": 2}, "after": {"A": 1}}
    rows = find_table(make_description_tables({"c": description}), "Set gold: CTLink.type by task")
    assert rows["columns"] == ("task A", "task B", "total")
    assert rows["before"] == ("2", "2", "4") and rows["after"] == ("1", "0", "1")
    assert rows["total"] == ("3", "2", "5")


def test_types_of_a_kind_are_crossed_with_an_attribute() -> None:
    [cross] = get_set(describe(make_docs(), cross=["mention,negated"])).crosses
    assert cross.counts == {"Condition": {"(none)": 2, "false": 1, "true": 4}}


@pytest.mark.parametrize(
    ("cross", "error", "message"),
    [
        (
            "CTLink",
            InputError,
            "'CTLink' is not a valid cross; expected TYPE.ATTRIBUTE,ATTRIBUTE",
        ),
        ("CTLink,task", InputError, "is not a valid cross"),
        ("CTLink.,task", InputError, "is not a valid cross"),
        ("Link.type,task", UnknownName, "no type of annotation called 'Link'; expected .*CTLink"),
        (
            "CTLink.typ,task",
            UnknownName,
            "no attribute of CTLink called 'typ'; expected one of task",
        ),
    ],
)
def test_unknown_features_are_refused(cross: str, error: type[InputError], message: str) -> None:
    with pytest.raises(error, match=message):
        describe(make_docs(), cross=[cross])


def test_free_text_is_neither_listed_nor_crossed() -> None:
    docs = [
        Document(str(at), TEXT, sets={"gold": build_set(make_mentions("", said=f"words {at}"))})
        for at in range(41)
    ]
    description = describe(docs)
    assert get_set(description).attributes["Condition"]["said"] == {"(41 different values)": 41}
    page = render_description("c", description)
    assert "words 7" not in page
    with pytest.raises(InputError, match="said of mention has 41 different values") as caught:
        describe(docs, cross=["mention,said"])
    assert "words" not in str(caught.value)


def test_grid_has_percentages_of_each_block() -> None:
    grid = describe(make_docs(), grid="subtype,diagnosis").grid
    assert grid is not None and grid.documents == 3
    assert grid.columns == ["digestive", "breast"]
    assert grid.blocks[0].counts["to GP"] == {"breast": 1}
    description = describe(make_docs(), grid="type,subtype,diagnosis")
    title = "Documents by subtype and diagnosis, in per cent of each type"
    rows = find_table(make_description_tables({"c": description}), title)
    assert rows["columns"] == ("digestive", "breast", "total", "documents")
    assert rows["narrative: to GP"] == ("0.00", "50.00", "50.00", "1")
    assert rows["narrative: total"] == ("50.00", "50.00", "100.00", "2")
    assert rows["imaging: total"] == ("100.00", "0.00", "100.00", "1")
    with pytest.raises(InputError, match="a grid needs two metadata fields"):
        describe(make_docs(), grid="type")


def test_block_without_values_has_only_its_total() -> None:
    docs = [Document("1", TEXT, Metadata(type="histopathology", diagnosis="C18"))]
    description = describe([*make_docs(), *docs], grid="type,subtype,diagnosis")
    title = "Documents by subtype and diagnosis, in per cent of each type"
    rows = find_table(make_description_tables({"c": description}), title)
    assert [label for label in rows if label.startswith("histo")] == ["histopathology: total"]


def test_shares_are_percentages() -> None:
    # SemEval-2014, Table 1: CUI-less mentions of the training set.
    assert format_share(1639, 5816) == "1,639 (28.2 %)"
    assert format_share(0, 0) == "0"


def test_corpora_are_shown_side_by_side() -> None:
    train, test = describe(make_docs()[:2]), describe(make_docs()[2:])
    tables = make_description_tables({"train": train, "test": test})
    rows = find_table(tables, "Set gold")
    assert rows["columns"] == ("train", "test")
    assert rows["mentions"] == ("6", "1")
    assert rows["discontiguous"] == ("2 (33.3 %)", "0 (0.0 %)")
    assert rows["CUI-less"] == ("2 (33.3 %)", "0 (0.0 %)")
    assert find_table(tables, "Corpus")["documents"] == ("2", "1")
    assert find_table(tables, "Documents by type")["imaging / CT"] == ("0 (0.0 %)", "1 (100.0 %)")


def test_slices_of_several_corpora_are_grouped_by_corpus() -> None:
    corpora = {name: describe(make_docs(), by="batch") for name in ("one", "two")}
    [table, *_] = make_description_tables(corpora, is_sliced=True)
    assert table.columns == ("", "all", "2", "10", "all", "2", "10")
    assert [(group.label, group.size) for group in table.groups] == [("one", 3), ("two", 3)]


def test_sets_of_different_names_are_compared_if_each_corpus_has_one() -> None:
    docs = make_docs()
    renamed = [
        replace(doc, sets={"silver": replace(doc.sets["gold"], name="silver")}) for doc in docs
    ]
    tables = make_description_tables({"a": describe(docs), "b": describe(renamed)})
    assert find_table(tables, "Set gold, silver")["mentions"] == ("7", "7")
    both = [doc.with_set(renamed[at].sets["silver"]) for at, doc in enumerate(docs)]
    tables = make_description_tables({"a": describe(docs), "b": describe(both)})
    assert find_table(tables, "Set silver")["mentions"] == ("", "7")


def test_only_named_sets_are_counted() -> None:
    docs = [doc.with_set(replace(doc.sets["gold"], name="silver")) for doc in make_docs()]
    assert [counts.name for counts in describe(docs, sets=["silver"]).sets] == ["silver"]
    with pytest.raises(UnknownName, match="no annotation set called 'bronze'"):
        describe(docs, sets=["bronze"])


def test_pages_have_slices_crosses_and_grids() -> None:
    description = describe(make_docs(), by="batch", cross=["CTLink.type,task"], grid="type,batch")
    page = render_description("c", description)
    for words in ("Documents by batch", "CTLink.type by task", "in per cent", "type and batch"):
        assert words in page
    several = render_descriptions({"<one>": description, "two": description}, is_sliced=True)
    assert '<th scope="colgroup" colspan="3">&lt;one&gt;</th>' in several
    assert "<one>" not in several


def test_command_describes_several_corpora(tmp_path: Path) -> None:
    paths = [tmp_path / "train.jsonl", tmp_path / "test.jsonl"]
    write(make_docs()[:2], paths[0], "jsonl")
    write(make_docs(), paths[1], "jsonl")
    named = (f"train={paths[0]}", f"test={paths[1]}")
    done = goldsmith("describe", *named, "--tables", "markdown")
    assert done.returncode == 0, done.stderr
    assert "|  | train | test |" in done.stdout and "| mentions | 6 | 7 |" in done.stdout
    result = json.loads(goldsmith("describe", *named, "--json").stdout)
    assert {name: counts["documents"] for name, counts in result.items()} == {"train": 2, "test": 3}
    single = json.loads(goldsmith("describe", paths[1], "--grid", "type,batch", "--json").stdout)
    assert single["documents"] == 3 and single["grid"]["fields"] == ["type", "batch"]
    page = tmp_path / "page.html"
    assert goldsmith("describe", *named, "--html", page).returncode == 0
    assert "Corpora side by side" in page.read_text("utf-8")
    done = goldsmith("describe", paths[1], "--by", "nothing", "--html", tmp_path / "other.html")
    assert done.returncode == 2 and not (tmp_path / "other.html").exists()
    assert "expected one of batch, diagnosis, patient, subtype, type" in done.stderr
