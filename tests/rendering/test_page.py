"""What pages share: they need nothing from outside, and no text given to them becomes markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.project.corpus.describe import describe
from goldsmith.project.corpus.describe_page import page as description
from goldsmith.rendering import page
from goldsmith.rendering.table import Table

ODD = "<b onclick='x'>&\"'"


class Reader(HTMLParser):
    """The tags of a page, whether all are closed, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_a_page_is_whole_and_fetches_nothing() -> None:
    parts = [page.paragraph("p"), page.note("n"), page.cards({"documents": "3"})]
    text = page.shell("Title", parts, heading="Heading")
    read = Reader(text)
    assert not read.open and "script" not in read.tags and "link" not in read.tags
    assert {"Title", "Heading", "Note: n", "documents", "3"} <= set(read.words)
    assert not re.search(r"https?:|url\(|@import|src=", text)


def test_the_description_of_a_corpus_has_the_same_look() -> None:
    text = description(ODD, describe([]))
    style = text.partition("<style>")[2].partition("</style>")[0]
    assert style and style in page.shell("other", [])
    assert not Reader(text).open and "<b onclick" not in text


@given(st.text(), st.text())
def test_text_stays_text(first: str, second: str) -> None:
    parts = [
        page.paragraph(first),
        page.note(first),
        page.link(first, second),
        page.cards({first: second}),
        page.table(Table(first, (first, second), ((second, first), (first, f"1 [{second}]")))),
    ]
    read = Reader(page.shell(first, parts))
    usual = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "a", "div", "b",
             "span", "table", "tr", "th", "td", "small"}  # fmt: skip
    assert read.tags <= usual and not read.open


def test_intervals_are_small_and_rows_that_sum_up_stand_out() -> None:
    rows = (("Locus", "0.5 [0.4, 0.6]"), ("Overall", "[odd"))
    text = page.table(Table("F", ("type", "F1"), rows), above="<svg/>")
    assert "<h2>F</h2><svg/>" in text
    assert "<td>0.5 <small>[0.4, 0.6]</small></td>" in text
    assert "<tr class='total'><td>Overall</td><td>[odd</td></tr>" in text


def test_a_picture_is_a_file_of_its_own() -> None:
    parts = [
        page.level(3, 0, 9),
        page.level(4, 0, 9, goal=True),
        page.text(1, 2, ODD, anchor="end", colour="#123456"),
        page.curve([(0, 1), (2.5, 3)], "#123456"),
    ]
    root = ET.fromstring(page.svg(ODD, 10, 20, parts))
    assert root.get("viewBox") == "0 0 10 20" and root.get("aria-label") == ODD
    [words] = root.iter("{http://www.w3.org/2000/svg}text")
    assert words.text == ODD and words.get("text-anchor") == "end"
    assert [one.get("cx") for one in root.iter("{http://www.w3.org/2000/svg}circle")] == [
        "0",
        "2.5",
    ]
    assert all(one.get("stroke") for one in root.iter("{http://www.w3.org/2000/svg}line"))
