"""Finding schemas by name or path, and laying them out as tables."""

from pathlib import Path

import pytest

from goldsmith import schemas as built_in
from goldsmith.core import MentionType, RelationType, load_builtin_schema, parse_schema
from goldsmith.errors import InputError, SchemaError, UnknownName
from goldsmith.project.corpus.schemas import find_schema, list_schemas, make_schema_tables
from goldsmith.rendering.table import Table

MINE = 'name = "mine"\nversion = "1"\ntitle = "Mine"\n[[mention]]\nname = "Thing"\n'


def make_tables(name: str) -> dict[str, Table]:
    return {table.title: table for table in make_schema_tables(find_schema(name))}


def row(table: Table, *start: str) -> dict[str, str]:
    [result] = [row for row in table.rows if row[: len(start)] == start]
    return dict(zip(table.columns, result, strict=True))


def test_built_in_schema_is_found_by_name() -> None:
    assert find_schema("clef") is load_builtin_schema("clef")


def test_schema_is_found_by_path(tmp_path: Path) -> None:
    for name in ("mine.toml", "mine"):
        path = tmp_path / name
        path.write_text(MINE, "utf-8")
        assert find_schema(str(path)).name == "mine"


def test_built_in_name_takes_precedence_over_a_file_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine", "clef"):
        (tmp_path / name).write_text(MINE, "utf-8")
    assert find_schema("mine").name == "mine"
    assert find_schema("clef").name == "clef"
    assert find_schema("./clef").name == "mine"


def test_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE, "utf-8-sig")
    assert find_schema(str(path)).name == "mine"


def test_unknown_schema_lists_the_built_in_ones() -> None:
    with pytest.raises(UnknownName) as caught:
        find_schema("oddie")
    message = str(caught.value)
    assert all(name in message for name in built_in.names())
    assert "the path of a TOML file" in message
    assert "Did you mean odie?" in message


def test_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file") as caught:
        find_schema(str(tmp_path / "mine.toml"))
    assert not isinstance(caught.value, UnknownName)
    assert "mine.toml" in str(caught.value) and "mayo-disorder" in str(caught.value)


def test_folder_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this is a folder"):
        find_schema(str(tmp_path))


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_other_encoding_is_an_input_error(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(MINE.replace("Mine", "Größe").encode(encoding))
    with pytest.raises(InputError, match=r"not UTF-8.*Save it as UTF-8"):
        find_schema(str(path))


def test_error_in_a_schema_names_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE.replace("title", "titel"), "utf-8")
    with pytest.raises(SchemaError, match="did you mean title") as caught:
        find_schema(str(path))
    assert str(caught.value).startswith(str(path))


def test_list_has_every_built_in_schema() -> None:
    assert tuple(schema.name for schema in list_schemas()) == built_in.names()


@pytest.mark.parametrize("name", built_in.names())
def test_rows_are_as_long_as_the_columns_and_no_column_is_empty(name: str) -> None:
    for table in make_schema_tables(find_schema(name)):
        assert table.rows
        for number, column in enumerate(table.columns):
            assert any(row[number] for row in table.rows), (table.title, column)
        assert all(len(row) == len(table.columns) for row in table.rows)


@pytest.mark.parametrize("name", built_in.names())
def test_tables_contain_everything_in_a_schema(name: str) -> None:
    schema = find_schema(name)
    tables = make_schema_tables(schema)
    cells = "\n".join(cell for table in tables for row in table.rows for cell in row)
    entries: list[MentionType | RelationType] = [*schema.mention, *schema.relation]
    for entry in entries:
        assert entry.name in cells and entry.description in cells
        assert all(example in cells for example in entry.examples)
        for attribute in entry.attributes.values():
            assert all(value in cells for value in attribute.values)
            assert all(meaning in cells for meaning in attribute.meanings.values())
    assert all(
        tui in cells and type_name in cells for tui, type_name in schema.semantic_types.items()
    )


def test_clef_is_printed_as_in_the_paper() -> None:
    result = make_tables("clef")
    assert list(result) == ["Entity types", "Signal types", "Relations", "UMLS semantic types"]
    assert row(result["Entity types"], "Drug-or-device")["Label"] == "Drug or device"
    assert row(result["Entity types"], "Intervention")["Semantic types"] == "T058, T061"
    assert row(result["Entity types"], "Locus")["Codes"] == "optional (UMLS)"
    assert "Semantic types" not in result["Signal types"].columns
    has_finding = row(result["Relations"], "has_finding")
    assert has_finding["First argument"] == "Investigation"
    assert has_finding["Second argument"] == "Condition, Result"
    co_refers = row(result["Relations"], "co_refers")
    assert co_refers["First argument"] == co_refers["Second argument"] == "any"
    assert co_refers["Notes"] == "symmetric, makes chains"


def test_odie_shows_roles_classes_and_when_a_pair_makes_a_chain() -> None:
    result = make_tables("odie")
    pair = row(result["Relations"], "pair")
    assert pair["First argument"] == "anaphor: markable"
    assert pair["Second argument"] == "antecedent: markable"
    assert pair["Notes"] == "makes chains where relation_type = identity"
    classes = row(result["Attributes"], "markable", "semantic_class")["Values"]
    assert "; indicator, reagent, or diagnostic aid; " in classes
    procedures = row(result["Values"], "markable", "semantic_class", "procedures")
    assert procedures["Semantic types"] == "T058, T059, T060, T061, T062, T063, T065"
    finding = row(result["UMLS semantic types"], "T033")
    assert (finding["Name"], finding["Of"]) == ("Finding", "markable, semantic_class = disorders")


def test_mayo_shows_what_the_flag_implies() -> None:
    attributes = make_tables("mayo-disorder")["Attributes"]
    flag = row(attributes, "disorder", "unrelated")
    assert flag["Values"] == "true, false"
    assert flag["Needed"] == "optional, false if absent"
    assert flag["Implies"] == "true: context = unrelated to patient, status = unrelated to patient"
    assert row(attributes, "disorder", "context")["Needed"] == "required"


def test_small_schema_makes_one_table() -> None:
    assert make_schema_tables(parse_schema(MINE, where="mine.toml")) == [
        Table("Entity types", ("Type", "Codes"), (("Thing", "optional"),))
    ]
