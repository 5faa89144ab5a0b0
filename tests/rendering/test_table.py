"""Tables with groups of columns in Markdown, LaTeX and HTML."""

import re

from goldsmith.rendering.blocks import ColumnGroup
from goldsmith.rendering.page import Page, render_page
from goldsmith.rendering.table import Table, make_data_table, render_latex, render_markdown

TABLE = Table(
    "Pairs & more",
    ("type", "tp", "f1", "tp", "f1"),
    (("identity", "3", "0.5", "1,200 (28.2 %)", "–"), ("total", "3", "0.5", "7", "0.1")),
    (ColumnGroup("cc_1", 2), ColumnGroup("<p1>", 2)),
)


def test_markdown_names_the_group_in_each_column() -> None:
    heading = render_markdown(TABLE).splitlines()[2]
    assert heading == "| type | cc_1: tp | cc_1: f1 | <p1>: tp | <p1>: f1 |"


def test_latex_spans_the_columns_of_a_group() -> None:
    lines = render_latex(TABLE).splitlines()
    at = lines.index(r"\toprule")
    assert lines[at + 1] == r" & \multicolumn{2}{c}{cc\_1} & \multicolumn{2}{c}{<p1>} \\"
    assert lines[at + 2] == r"\cmidrule(lr){2-3} \cmidrule(lr){4-5}"
    assert lines[at + 3] == r"type & tp & f1 & tp & f1 \\"


def test_ungrouped_tables_have_no_second_heading() -> None:
    plain = Table("Pairs", ("type", "tp"), (("identity", "3"),))
    assert "multicolumn" not in render_latex(plain)
    assert plain.flatten_columns() == plain.columns


def test_html_has_a_heading_over_each_group() -> None:
    block = make_data_table(TABLE, "pairs")
    page = render_page(Page("Test", "Test", blocks=(block,)))
    headings = re.findall(r'<th scope="colgroup" colspan="(\d)">(.*?)</th>', page)
    assert headings == [("2", "cc_1"), ("2", "&lt;p1&gt;")]


def test_number_with_a_share_sorts_by_the_number() -> None:
    block = make_data_table(TABLE, "pairs")
    assert [column.numeric for column in block.columns] == [False, True, True, True, True]
    cell = block.rows[0][3]
    assert (cell.text, cell.detail, cell.value) == ("1,200", "(28.2 %)", 1200)
    assert [row[0].text for row in block.totals] == ["total"]


def test_rows_of_several_kinds_are_not_sortable() -> None:
    figures = Table("Corpus", ("", "all"), (("documents", "3"), ("range", "37–260")))
    block = make_data_table(figures, "corpus")
    assert not block.sortable and block.columns[1].numeric
