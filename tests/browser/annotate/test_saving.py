"""No work is lost without the server, after a reload or crash, or with two tabs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from tests.browser.annotate.conftest import OpenNote, go_to, make_window, press, wait_until_saved
from tests.browser.annotate.site import Site, list_wordings

TEXT = "Core biopsy of the left breast showed invasive ductal carcinoma. No fever."


@pytest.fixture
def frail(tmp_path: Path) -> Iterator[Site]:
    """Return a server that a test may stop."""
    site = Site(tmp_path)
    yield site
    site.stop()


def test_work_continues_without_the_server(frail: Site, browser: Browser) -> None:
    note = frail.add_note(TEXT)
    window = make_window(browser, frail)
    page = window.new_page()
    go_to(page, frail, note)
    press(page, "ArrowRight v")
    wait_until_saved(page)
    frail.stop()
    press(page, "ArrowRight*3 t ArrowRight l r")
    press(page, "a")
    expect(page.locator("#banner")).to_contain_text("The server is not responding", timeout=10_000)
    expect(page.locator("#saved")).to_contain_text("kept here")
    press(page, "Control+End o u Shift+u")
    expect(page.locator("#banner")).to_contain_text("will be sent when the server is back")
    count = int(page.locator("#saved").inner_text().split()[0])
    assert count == 6
    frail.start()
    wait_until_saved_later(page)
    content = frail.read(note)
    assert list_wordings(TEXT, content) == [
        ("Condition", (".",)),
        ("Investigation", ("biopsy",)),
        ("Laterality", ("left",)),
        ("Locus", ("breast",)),
    ]
    assert len(content.relations) == 1
    assert len(frail.list_changes(note)) == 7
    window.close()


def test_unsent_changes_of_a_closed_page_are_sent_by_the_next_page(
    frail: Site, browser: Browser
) -> None:
    note = frail.add_note(TEXT)
    window = make_window(browser, frail)
    page = window.new_page()
    go_to(page, frail, note)
    frail.stop()
    press(page, "ArrowRight v ArrowRight*3 t")
    expect(page.locator("#saved")).to_have_text("2 kept here", timeout=10_000)
    page.close(run_before_unload=False)
    frail.start()
    assert list_wordings(TEXT, frail.read(note)) == []
    page = window.new_page()
    go_to(page, frail, note)
    wait_until_saved_later(page)
    assert list_wordings(TEXT, frail.read(note)) == [
        ("Investigation", ("biopsy",)),
        ("Laterality", ("left",)),
    ]
    assert page.locator(".mark").count() == 2
    window.close()


def test_outbox_contains_no_text_of_the_note(frail: Site, browser: Browser) -> None:
    note = frail.add_note(TEXT)
    window = make_window(browser, frail)
    page = window.new_page()
    go_to(page, frail, note)
    press(page, "ArrowRight v ArrowRight*3 t ArrowRight l Delete u Tab ]")
    wait_until_saved(page)
    outbox = json.dumps(read_outbox(page))
    assert not [word for word in ("biopsy", "left", "breast") if word in outbox]
    window.close()


def test_two_tabs_show_the_changes_of_each_other(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(TEXT)
    first, second = open_note(note), open_note(note)
    press(first, "ArrowRight v")
    expect(second.locator(".mark")).to_have_count(1)
    press(second, "ArrowRight*4 t")
    expect(first.locator(".mark")).to_have_count(2)
    press(first, "ArrowRight*4 l")
    wait_until_saved(first)
    wait_until_saved(second)
    assert list_wordings(TEXT, site.read(note)) == [
        ("Investigation", ("biopsy",)),
        ("Laterality", ("left",)),
        ("Locus", ("breast",)),
    ]


def test_conflict_shows_both_sides(site: Site, browser: Browser, open_note: OpenNote) -> None:
    note = site.add_note(TEXT)
    first = open_note(note)
    press(first, "ArrowRight v")
    wait_until_saved(first)
    elsewhere = make_window(browser, site)  # another browser, so no channel between the two pages
    second = open_note(note, elsewhere)
    press(first, "i")
    wait_until_saved(first)
    press(second, "Tab o")
    expect(second.locator(".clash")).to_contain_text("is a Condition")
    expect(second.locator(".clash")).to_contain_text("is a Intervention")
    assert list_wordings(TEXT, site.read(note)) == [("Intervention", ("biopsy",))]
    second.get_by_role("button", name="Keep mine").click()
    wait_until_saved(second)
    assert list_wordings(TEXT, site.read(note)) == [("Condition", ("biopsy",))]
    expect(second.locator(".clash")).to_have_count(0)
    elsewhere.close()


def test_undo_in_the_other_tab(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(TEXT)
    first, second = open_note(note), open_note(note)
    press(first, "ArrowRight v")
    expect(second.locator(".mark")).to_have_count(1)
    wait_until_saved(first)
    press(second, "u")
    expect(first.locator(".mark")).to_have_count(0)
    wait_until_saved(second)
    assert site.read(note).mentions == ()
    press(first, "Shift+u")
    expect(second.locator(".mark")).to_have_count(1)
    wait_until_saved(first)
    assert len(site.read(note).mentions) == 1


def test_changes_are_kept_if_the_server_has_an_older_state(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(TEXT)
    page = open_note(note)
    answer = {"code": "conflict", "message": "the set has revision 0. Load the set again"}
    page.route("**/changes", lambda route: route.fulfill(status=409, json=answer))
    press(page, "ArrowRight v")
    expect(page.locator("#banner")).to_contain_text("Load the page again: 1 change kept")
    page.unroute("**/changes")
    reload(page)
    wait_until_saved_later(page)
    assert len(site.read(note).mentions) == 1


def test_refused_change_is_reverted_and_shown(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(TEXT)
    page = open_note(note)
    page.route(
        "**/changes",
        lambda route: route.fulfill(
            status=422, json={"code": "input", "message": "the rule forbids it"}
        ),
    )
    press(page, "ArrowRight v")
    expect(page.locator("#banner")).to_contain_text("the rule forbids it")
    assert page.locator(".mark").count() == 0
    page.unroute("**/changes")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#banner")).to_contain_text("the rule forbids it")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#banner")).to_be_hidden()


def test_undo_and_redo_work_after_a_reload(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(TEXT)
    page = open_note(note)
    press(page, "ArrowRight v ArrowRight*3 t")
    wait_until_saved(page)
    reload(page)
    press(page, "u")
    wait_until_saved(page)
    assert list_wordings(TEXT, site.read(note)) == [("Investigation", ("biopsy",))]
    reload(page)
    press(page, "Shift+u")
    wait_until_saved(page)
    assert len(site.read(note).mentions) == 2
    press(page, "u u u")
    wait_until_saved(page)
    assert site.read(note).mentions == ()
    expect(page.locator("#told")).to_have_text("Nothing to undo.")
    press(page, "Shift+u Shift+u")
    wait_until_saved(page)
    assert len(site.read(note).mentions) == 2
    undone = [undoes for _, undoes in site.list_changes(note) if undoes]
    assert len(undone) == 6


def test_undo_of_a_change_from_another_browser(
    site: Site, browser: Browser, open_note: OpenNote
) -> None:
    note = site.add_note(TEXT)
    page = open_note(note)
    press(page, "ArrowRight v")
    wait_until_saved(page)
    elsewhere = make_window(browser, site)
    second = open_note(note, elsewhere)
    press(second, "u")
    wait_until_saved_later(second)
    expect(second.locator(".mark")).to_have_count(0)
    wait_until_saved(second)
    assert site.read(note).mentions == ()
    elsewhere.close()


def test_undo_waits_for_the_history(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(TEXT)
    page = open_note(note)
    press(page, "ArrowRight v ArrowRight*3 t")
    wait_until_saved(page)
    held: list[Route] = []
    page.route("**/history", lambda route: held.append(route))
    page.reload()
    page.wait_for_selector("body[data-ready]")
    press(page, "u u")
    expect(page.locator(".mark")).to_have_count(2)
    held[0].continue_()
    expect(page.locator(".mark")).to_have_count(0)
    wait_until_saved(page)
    assert site.read(note).mentions == ()
    assert len([undoes for _, undoes in site.list_changes(note) if undoes]) == 2


def test_work_is_kept_after_signing_out(
    site: Site, open_note: OpenNote, window: BrowserContext
) -> None:
    note = site.add_note(TEXT)
    page = open_note(note)
    cookies = window.cookies()
    window.clear_cookies()
    press(page, "ArrowRight v")
    expect(page.locator("#banner")).to_contain_text("You are signed out")
    window.add_cookies(cookies)  # type: ignore[arg-type]
    # "Try now"; the button is gone if the page has tried again by itself in the meantime
    page.evaluate("document.querySelector('#banner button')?.click()")
    wait_until_saved(page)
    assert len(site.read(note).mentions) == 1


def reload(page: Page) -> None:
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector("#note[data-history]")


def read_outbox(page: Page) -> list[dict[str, object]]:
    entries: list[dict[str, object]] = page.evaluate(
        """() => new Promise((resolve) => {
          indexedDB.open("goldsmith").onsuccess = ({ target }) => {
            target.result.transaction("deeds").objectStore("deeds").getAll().onsuccess =
              (event) => resolve(event.target.result);
          };
        })"""
    )
    return entries


def wait_until_saved_later(page: Page) -> None:
    expect(page.locator("#saved")).to_have_text("all saved ✓", timeout=20_000)
