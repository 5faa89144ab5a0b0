"""The pages of the papers are up to date and show every table."""

from __future__ import annotations

import pytest
from scripts.paper_pages import PAGES, make_page

from goldsmith.project.tables.forms import PAPERS, load_forms


@pytest.mark.parametrize("paper", PAPERS)
def test_page_is_up_to_date(paper: str) -> None:
    page = (PAGES / f"{paper}.md").read_text("utf-8")
    assert page == make_page(paper), "run python -m scripts.paper_pages"


@pytest.mark.parametrize("paper", PAPERS)
def test_page_shows_every_table(paper: str) -> None:
    page = (PAGES / f"{paper}.md").read_text("utf-8")
    sections = page.split("\n## Table ")[1:]
    assert [text.split("\n")[0] for text in sections] == [
        form.number for form in load_forms(paper).table
    ]
    assert all("**Made up" in text for text in sections)
    assert "needs:" not in page


def test_every_paper_has_all_its_tables() -> None:
    tables = {paper: len(load_forms(paper).table) for paper in PAPERS}
    assert tables == {"clef": 18, "odie": 9, "mayo": 4, "i2b2": 5, "share": 7}
