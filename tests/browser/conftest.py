"""A real browser: Debian's Chromium, driven by Playwright."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

#: The headless shell draws no windows of its own and needs half the processor time.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
#: Addresses that stay inside the page: the file itself and the downloads that it makes.
LOCAL = ("file:", "blob:", "data:")
OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("no chromium in CI: scripts/test-programs installs it")
        pytest.skip("no chromium here: apt-get install chromium-headless-shell")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[OpenPage]:
    """Return a function that opens empty pages.

    The test fails if a page writes anything to the console or sends a request to the network.
    """
    messages: list[str] = []
    pages: list[Page] = []

    def open_page(**options: Any) -> Page:
        page = browser.new_page(**{"viewport": {"width": 1300, "height": 900}, **options})
        page.on("console", lambda message: messages.append(message.text))
        page.on("pageerror", lambda error: messages.append(str(error)))
        page.on(
            "request",
            lambda request: None if request.url.startswith(LOCAL) else messages.append(request.url),
        )
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()
    assert messages == []


@pytest.fixture
def page(new_page: OpenPage) -> Page:
    """Open a page in a window of usual size."""
    return new_page()
