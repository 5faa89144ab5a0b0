"""Pages are self-contained, share one style, and never turn text into markup."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.project.corpus.describe import describe
from goldsmith.project.corpus.describe_page import render_description
from goldsmith.rendering.blocks import (
    Cards,
    Cell,
    Column,
    DataTable,
    Details,
    Group,
    Prose,
    Reference,
    References,
    Section,
    Tree,
    TreeNode,
    make_id,
)
from goldsmith.rendering.environment import encode_data
from goldsmith.rendering.page import Page, render_frame, render_page
from goldsmith.rendering.table import Table, make_data_table, render_html

ODD = "<b onclick='x'>&\"'"
#: Elements without an end tag.
VOID = {"meta", "link", "input"}


class Reader(HTMLParser):
    """Reads the tags of a page, checks that all are closed, and collects its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data.strip())


def test_page_is_complete_and_fetches_nothing() -> None:
    blocks = (Prose("p"), Cards({"documents": "3"}))
    text = render_page(Page("Kind", "Heading", notices=("n",), blocks=blocks, title="Title"))
    reader = Reader(text)
    assert not reader.open and "link" not in reader.tags
    assert {"Title", "Heading", "Note: n", "documents", "3"} <= set(reader.words)
    assert not re.search(r"https?:|url\(|@import|src=", text)


def test_policy_allows_only_the_script_of_the_page() -> None:
    text = render_page(Page("Kind", "Heading"))
    script = text.partition('<script type="module">')[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in text and "default-src 'none'" in text


def test_description_of_a_corpus_has_the_same_style() -> None:
    text = render_description(ODD, describe([]))
    style = text.partition("<style>")[2].partition("</style>")[0]
    assert style and style in render_page(Page("other", "other"))
    assert not Reader(text).open and "<b onclick" not in text


@given(st.text(), st.text())
def test_text_never_becomes_markup(first: str, second: str) -> None:
    table = Table(first, (first, second), ((second, first), (first, f"1 [{second}]")))
    cell = Cell(f"{first}{second}", second, highlight=second or "x", share=0.5, interval=(0, 1))
    opener = Cell(first, id=make_id(first), opens={"title": second, "pair": "0"})
    columns = (Column(first, second), Column(second, first), Column(first))
    node = TreeNode(make_id(first), first, second, 3, (TreeNode("x", second, first, 0),), 2)
    blocks = (
        Prose(first, second, first),
        Details(first, second),
        Cards({first: second}),
        make_data_table(table, make_id(first, second), labels={first: second}),
        DataTable(make_id(second), first, columns, ((cell, opener, Cell(first, href=second)),)),
        References(((Reference(first, second), Reference(second, first)),), 2),
        Tree((node,), 1),
        Section(make_id(first), second, (Group((Section("inner", first, ()),)),)),
    )
    page = Page(first, second, first, {first: second}, (first,), second, blocks)
    reader = Reader(render_page(page))
    usual = {"html", "head", "meta", "title", "style", "body", "header", "main", "nav", "footer",
             "section", "h1", "h2", "h3", "p", "a", "div", "dl", "dt", "dd", "ul", "li", "b", "i",
             "span", "table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "small",
             "strong", "mark", "code", "button", "details", "summary", "svg", "path",
             "script"}  # fmt: skip
    assert reader.tags <= usual and not reader.open
    assert not any(name.startswith("on") for name in reader.attributes)


def test_intervals_are_in_small_print_and_totals_in_the_footer() -> None:
    rows = (("Locus", "0.5 [0.4, 0.6]"), ("Overall", "[odd"))
    text = render_html(Table("F", ("type", "F1"), rows), "scores")
    assert '<div class="table" id="scores">' in text and "<caption><span>F</span></caption>" in text
    assert "0.5 <small>[0.4, 0.6]</small></td>" in text
    foot = text.partition("<tfoot>")[2].partition("</tfoot>")[0]
    assert "Overall" in foot and "[odd</td>" in foot and "Locus" not in foot


def test_numbers_of_a_plain_table_are_sorted_by_value() -> None:
    rows = (("a", "1,200", "-50%", "1 of 2"), ("b", "–", "", "2 of 2"))
    table = make_data_table(Table("t", ("name", "count", "change", "seeds"), rows), "t")
    assert [cell.value for cell in table.rows[0]] == [None, 1200.0, -50.0, None]
    assert [column.numeric for column in table.columns] == [False, True, True, False]


def test_frame_encloses_the_data_of_a_page() -> None:
    page = Page("Kind", ODD)
    start, end = render_frame(page, template="review.html", bundle="review", kinds=("NAME",))
    assert Reader(start + "{}" + end).open == []
    assert start.endswith('id="review-data">') and "<b onclick" not in start


def test_scripts_are_joined_into_one_without_imports() -> None:
    page = Page("Kind", "Heading")
    text = "".join(render_frame(page, template="review.html", bundle="review", kinds=()))
    script = text.partition('<script type="module">')[2].partition("</script>")[0]
    assert not re.search(r"^(import|export) ", script, re.MULTILINE)
    assert script.index("function make(") < script.index("class Rows") < script.index("startReview")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in text


@given(st.lists(st.text(), min_size=2, max_size=2, unique=True))
def test_different_names_have_different_ids(names: list[str]) -> None:
    first, second = names
    assert make_id(first) != make_id(second)
    assert re.fullmatch(r"[\w.-]*", make_id(first))


def test_data_cannot_close_its_element() -> None:
    text = encode_data({"text": "</script><!-- \u2028"})
    assert "<" not in text and "\u2028" not in text
