"""The page of `goldsmith describe --html` in a real browser."""

from pathlib import Path

from playwright.sync_api import Page, expect

from goldsmith.examples import notes
from goldsmith.project.corpus.describe import describe
from goldsmith.project.corpus.describe_page import render_description


def test_page_shows_counts_and_no_text(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "corpus.html"
    path.write_text(render_description("demo <notes>", describe(notes.load_documents())), "utf-8")
    page.goto(path.as_uri())
    expect(page.get_by_role("heading", name="demo <notes>")).to_be_visible()
    expect(page.get_by_role("heading", name="Set gold (clef)")).to_be_visible()
    row = page.get_by_role("row").filter(has_text="Condition").first
    counts = [int(text.replace(",", "")) for text in row.locator("td.n").all_text_contents()]
    assert counts[-1] == sum(counts[:-1]) > 0
    assert "TARROW" not in page.content()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
