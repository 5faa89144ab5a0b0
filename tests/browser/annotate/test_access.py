"""The screen is accessible: axe-core finds no violations, and the keys that are shown work."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.accessibility import find_violations
from tests.browser.annotate.conftest import OpenNote, go_to, make_window, press, wait_until_saved
from tests.browser.annotate.site import Site

from goldsmith.core import AnnotationSet, Mention, Relation, Span

TEXT = "Core biopsy of the left breast showed carcinoma.\n\nThe tumour was excised.\n"
OWN = AnnotationSet(
    "ann",
    (
        Mention("b", "Investigation", (Span(5, 11),)),
        Mention("l", "Locus", (Span(24, 30),)),
        Mention("c", "Condition", (Span(38, 47),)),
        Mention("t", "Condition", (Span(54, 60),)),
    ),
    (Relation("r1", "has_target", "b", "l"), Relation("r2", "co_refers", "t", "c")),
)
SUGGESTED = AnnotationSet("model", (Mention("s", "Laterality", (Span(19, 23),)),))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 800), (820, 1180)], ids=["desk", "tablet"])
def test_axe_finds_no_violations(
    site: Site, browser: Browser, scheme: str, size: tuple[int, int]
) -> None:
    note = site.add_note(TEXT, OWN, SUGGESTED)
    viewport = {"width": size[0], "height": size[1]}
    window = make_window(browser, site, color_scheme=scheme, viewport=viewport)
    page = window.new_page()
    go_to(page, site, note)
    assert find_violations(page) == []
    for keys in ("Tab", "r", "Escape c", "Escape Shift+c", "Shift+r", "g", "q", "Escape ?"):
        press(page, keys)
        page.wait_for_timeout(150)
        assert find_violations(page) == [], keys
    window.close()


def test_every_command_is_listed_and_keys_can_be_changed(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(TEXT)
    page = open_note(note)
    press(page, "?")
    row = page.locator("#help dl > div", has_text="Condition")
    row.get_by_role("button").click()
    press(page, "y")
    expect(row.locator("kbd").first).to_have_text("Y")
    undo = page.locator("#help dl > div", has_text="undo").last
    undo.get_by_role("button").click()
    press(page, "z")
    expect(undo.locator("kbd").first).to_have_text("Z")
    press(page, "Escape y")
    wait_until_saved(page)
    assert len(site.read(note).mentions) == 1
    page.reload()
    page.wait_for_selector("#note[data-history]")
    press(page, "z")
    wait_until_saved(page)
    assert site.read(note).mentions == ()


def test_announcements_and_descriptions(site: Site, open_note: OpenNote) -> None:
    page = open_note(site.add_note(TEXT, OWN, SUGGESTED))
    described = page.locator(".mark[aria-description]").evaluate_all(
        "(marks) => marks.map((mark) => [mark.textContent, mark.getAttribute('aria-description')])"
    )
    assert ["biopsy", "Investigation"] in described
    assert ["left", "suggested Laterality"] in described
    assert page.locator("#told").get_attribute("aria-live") == "polite"
    press(page, "Tab")
    expect(page.locator("#spoken")).to_have_text("Investigation: biopsy")


def test_letters_on_demand_and_theme(site: Site, open_note: OpenNote) -> None:
    page = open_note(site.add_note(TEXT, OWN))
    press(page, "`")
    letter = page.locator(".mark", has_text="biopsy").evaluate(
        "(mark) => getComputedStyle(mark, '::before').content"
    )
    assert "V" in letter
    background = "getComputedStyle(document.querySelector('#scroller')).backgroundColor"
    light = page.evaluate(background)
    page.locator("#theme").click()
    assert page.evaluate(background) != light
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert page.evaluate(background) != light


def test_print_shows_only_the_text_and_all_of_it(site: Site, open_note: OpenNote) -> None:
    page = open_note(site.add_note(TEXT * 60, OWN))
    page.emulate_media(media="print")
    expect(page.locator("#side")).to_be_hidden()
    expect(page.locator("#recipe")).to_be_hidden()
    assert page.locator("#note").bounding_box()["height"] > 2000  # type: ignore[index]
