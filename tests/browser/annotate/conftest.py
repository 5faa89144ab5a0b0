"""The annotate screen in a real browser, with a real server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.browser.annotate.site import Note, Site

OpenNote = Callable[..., Page]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


@pytest.fixture
def window(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    """Return a window in which the annotator is signed in."""
    context = make_window(browser, site)
    yield context
    context.close()


@pytest.fixture
def open_note(window: BrowserContext, site: Site) -> Iterator[OpenNote]:
    """Return a function that opens a note; the test fails if a page has an error."""
    problems: list[str] = []

    def open_note(note: Note, context: BrowserContext | None = None) -> Page:
        page = (context or window).new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: _record_problem(problems, message))
        go_to(page, site, note)
        return page

    yield open_note
    assert problems == []


def make_window(browser: Browser, site: Site, **options: Any) -> BrowserContext:
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
    context.add_cookies(
        [
            {
                "name": "session",
                "value": site.session.secret,
                "domain": "127.0.0.1",
                "path": "/",
            }
        ]
    )
    return context


def go_to(page: Page, site: Site, note: Note) -> None:
    page.goto(f"{site.address}/tasks/{note.task}")
    page.wait_for_selector("body[data-ready]")
    page.wait_for_selector("#note[data-drawn]")


def press(page: Page, keys: str) -> None:
    """Press keys that are separated by spaces; `key*3` presses a key three times."""
    for part in keys.split():
        key, _, count = part.partition("*") if len(part) > 1 else (part, "", "")
        for _ in range(int(count or 1)):
            page.keyboard.press(key)


def wait_until_saved(page: Page) -> None:
    expect(page.locator("#saved")).to_have_text("all saved ✓")


def _record_problem(problems: list[str], message: Any) -> None:
    # The browser itself reports a server that does not respond; the page must keep working.
    if "Failed to load resource" not in message.text:
        problems.append(message.text)
