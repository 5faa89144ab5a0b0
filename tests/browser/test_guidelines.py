"""The site of the CLEF guideline in a browser: search, turning pages, recipe, narrow windows."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import OpenPage

from goldsmith.project.guidelines.work import write_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> str:
    out: Path = tmp_path_factory.mktemp("guideline") / "site"
    write_site("clef", out)
    return out.as_uri()


def test_search_leads_to_the_part_of_a_page(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("breslow")
    expect(page.locator("#results [role=option]")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site}/Investigation.html#do")


def test_search_ranks_the_page_of_a_type_first(page: Page, site: str) -> None:
    page.goto(f"{site}/recipe.html")
    page.fill("#search", "condition")
    expect(page.locator("#results [role=option]").first).to_contain_text("Condition")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site}/Condition.html")


def test_search_by_several_words_and_with_the_arrow_keys(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    page.fill("#search", "overlap words share")
    options = page.locator("#results [role=option]")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.fill("#search", "pronoun")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#results")).to_be_hidden()


def test_search_without_hits_says_so(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    page.fill("#search", "zzz")
    expect(page.locator("#results")).to_contain_text("No page of the guideline contains")


def test_previous_and_next(page: Page, site: str) -> None:
    page.goto(f"{site}/Condition.html")
    page.click("a[rel=next]")
    expect(page.locator("h1")).to_have_text("Intervention")
    page.click("a[rel=prev]")
    expect(page.locator("h1")).to_have_text("Condition")
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text("Intervention")


def test_mark_leads_to_the_page_of_its_type(page: Page, site: str) -> None:
    page.goto(f"{site}/has_finding.html")
    page.click(".examples mark.m >> text=Investigation >> nth=0")
    expect(page.locator("h1")).to_have_text("Investigation")


def test_steps_of_the_recipe_can_be_ticked_off(page: Page, site: str) -> None:
    page.goto(f"{site}/recipe.html")
    boxes = page.locator("article.recipe ol > li > input")
    expect(boxes).to_have_count(6)
    boxes.nth(2).check()
    expect(page.locator("article.recipe ol > li.done")).to_have_count(1)


@pytest.mark.parametrize("name", ["index", "Condition", "has_finding", "summary", "general", "all"])
def test_no_page_is_wider_than_the_window(page: Page, site: str, name: str) -> None:
    for width in (1280, 400):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{site}/{name}.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_menu_opens_in_a_narrow_window(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    page.goto(f"{site}/index.html")
    expect(page.locator("#navigation")).to_be_hidden()
    page.click("#menu")
    page.click("#navigation >> text=Locus")
    expect(page.locator("h1")).to_have_text("Locus")


def test_print_is_dark_on_white_whatever_the_screen(new_page: OpenPage, site: str) -> None:
    page = new_page(color_scheme="dark")
    page.goto(f"{site}/Condition.html")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(235, 232, 225)"
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(28, 34, 48)"
    expect(page.locator("#navigation")).to_be_hidden()
