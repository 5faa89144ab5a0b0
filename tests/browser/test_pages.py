"""Common properties of all kinds of pages, in a real browser."""

import csv
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import OpenPage
from tests.browser.samples import PAGES, SCRIPT

WINDOWS = {
    "light": {"viewport": {"width": 1300, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1300, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 375, "height": 800}, "color_scheme": "light"},
}
WITH_TABLES = [name for name in PAGES if name != "tree"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    for name, render in PAGES.items():
        (folder / f"{name}.html").write_text(render(), "utf-8")
    return folder


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("name", PAGES)
def test_page_fits_its_window_and_runs_no_injected_script(
    name: str, window: str, folder: Path, new_page: OpenPage
) -> None:
    page = new_page(**WINDOWS[window])
    page.goto((folder / f"{name}.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert SCRIPT in page.inner_text("body") or name == "tree"
    expect(page.locator(".brand")).to_have_text("Goldsmith")
    expect(page.locator(".finding")).to_have_count(1)


@pytest.mark.parametrize("name", PAGES)
def test_headings_are_in_order_and_tables_are_labelled(name: str, folder: Path, page: Page) -> None:
    page.goto((folder / f"{name}.html").as_uri())
    levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map(h => +h.tagName[1])")
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    for table in page.locator("table").all():
        assert table.locator("caption").inner_text()
    assert page.locator("th:not([scope])").count() == 0
    assert page.locator("table").count() == page.locator("caption").count()
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    for anchor in page.locator("a[href^='#']").all():
        target = anchor.get_attribute("href") or ""
        assert target[1:] in ids, target


@pytest.mark.parametrize("name", WITH_TABLES)
def test_table_is_sorted_by_keyboard(name: str, folder: Path, page: Page) -> None:
    page.goto((folder / f"{name}.html").as_uri())
    table = page.locator("table", has=page.locator("button.sort")).first
    header = table.locator("thead th").first
    before = table.locator("tbody th").all_text_contents()
    header.locator("button").focus()
    page.keyboard.press("Enter")
    expect(header).to_have_attribute("aria-sort", "ascending")
    ascending = table.locator("tbody th").all_text_contents()
    page.keyboard.press("Enter")
    expect(header).to_have_attribute("aria-sort", "descending")
    assert table.locator("tbody th").all_text_contents() == ascending[::-1]
    assert sorted(before) == sorted(ascending)
    assert page.evaluate("document.activeElement.matches('button.sort')")


def test_numbers_are_sorted_by_value_and_totals_stay_at_the_bottom(
    folder: Path, page: Page
) -> None:
    page.goto((folder / "evaluation.html").as_uri())
    table = page.locator("#intervals\\.spans table")
    column = table.get_by_role("columnheader", name="F1", exact=True)
    column.get_by_role("button").press("Enter")
    expect(column).to_have_attribute("aria-sort", "descending")
    assert table.locator("tbody th").all_text_contents() == [SCRIPT, "Condition"]
    assert table.locator("tfoot th").all_text_contents() == ["All (micro)", "Mean (macro)"]


@pytest.mark.parametrize("name", WITH_TABLES)
def test_table_is_downloaded_as_csv(name: str, folder: Path, page: Page, tmp_path: Path) -> None:
    page.goto((folder / f"{name}.html").as_uri())
    box = page.locator(".table").first
    with page.expect_download() as event:
        box.locator("button.csv").press("Enter")
    path = tmp_path / event.value.suggested_filename
    event.value.save_as(path)
    assert path.suffix == ".csv"
    rows = list(csv.reader(path.read_text("utf-8").splitlines()))
    labels = [text.strip() for text in box.locator("thead th").all_text_contents()]
    assert rows[0] == labels and len(rows) == box.locator("tr").count()
    assert all(len(row) == len(labels) for row in rows)
    assert not any(cell.startswith(("=", "@")) for row in rows for cell in row)


@pytest.mark.parametrize("name", PAGES)
def test_every_section_can_be_reached_by_its_address(name: str, folder: Path, page: Page) -> None:
    address = (folder / f"{name}.html").as_uri()
    page.goto(address)
    for identifier in page.evaluate("[...document.querySelectorAll('section')].map(s => s.id)"):
        page.goto("about:blank")
        page.goto(f"{address}#{identifier}")
        target = page.locator(f"[id={identifier!r}]")
        expect(target).to_be_visible()
        expect(target).to_be_in_viewport()


def test_text_has_enough_contrast(folder: Path, new_page: OpenPage) -> None:
    for window in ("light", "dark"):
        page = new_page(**WINDOWS[window])
        page.goto((folder / "agreement.html").as_uri())
        for ink in ("ink", "soft", "gold-ink"):
            for ground in ("page", "surface", "raised"):
                assert compute_contrast(page, ink, ground) >= 4.5, (window, ink, ground)
        for ground in ("a", "b", "mark", "danger-soft", "notice-soft"):
            assert compute_contrast(page, "ink", ground) >= 4.5, (window, ground)


def compute_contrast(page: Page, first: str, second: str) -> float:
    """Return the contrast of two colours of the style sheet, as WCAG 2 defines it."""
    light, dark = sorted(
        (compute_luminance(page, first), compute_luminance(page, second)), reverse=True
    )
    return (light + 0.05) / (dark + 0.05)


def compute_luminance(page: Page, name: str) -> float:
    colour: list[float] = page.evaluate(
        """name => {
            const box = document.createElement("i");
            box.style.color = `var(--${name})`;
            document.body.append(box);
            const colour = getComputedStyle(box).color;
            box.remove();
            return colour.match(/[0-9.]+/g).slice(0, 3).map(Number);
        }""",
        name,
    )
    parts = [value / 255 for value in colour]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_skip_link_leads_to_the_content(folder: Path, page: Page) -> None:
    page.goto((folder / "corpus.html").as_uri())
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_tree_is_opened_and_closed_by_keyboard(folder: Path, page: Page) -> None:
    page.goto((folder / "tree.html").as_uri())
    leaf = page.get_by_text("leaf")
    expect(leaf).to_be_visible()
    page.locator("summary").first.press("Enter")
    expect(leaf).to_be_hidden()
