"""The page of the radar in a real browser: a row opens its place and places annotated otherwise."""

from pathlib import Path

from playwright.sync_api import Page, expect
from tests.project.radar.test_radar import TIMES, USUAL, build_corpus

from goldsmith.project.radar.api import radar
from goldsmith.project.radar.page import render_radar

SLIP = "She has chest pain in the <m2:Locus|code=C2>left arm</> today."


def test_a_row_opens_its_place_and_its_siblings(page: Page, tmp_path: Path) -> None:
    docs = build_corpus(USUAL, SLIP)
    path = tmp_path / "radar.html"
    path.write_text(render_radar(radar(docs), docs), "utf-8")
    page.goto(path.as_uri())
    page.locator("#suspect-1").click()
    place = page.locator("#places > li")
    expect(place).to_have_count(1)
    expect(place.locator(".snippet .b")).to_have_text("chest pain")
    expect(place.locator(".chip.b")).to_have_text("expected: Condition")
    page.locator("#siblings-1").click()
    expect(place).to_have_count(3)
    expect(place.first.locator(".snippet .a")).to_have_text("chest pain")
    place.first.locator("a").click()
    expect(page.locator("#note-text")).to_contain_text("She has chest pain")
    expect(page.locator("#note-title")).not_to_have_text(f"note-{TIMES}")
