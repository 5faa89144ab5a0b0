"""doccano in Chromium with the same note: the time until its text and an added span are shown.

doccano has no discontiguous spans, so each mention is its first fragment. Spans are added
as users do it: choose a label once, then select words with the mouse.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page

from goldsmith.core import AnnotationSet
from server_peers import PASSWORD, Doccano, run_doccano

READY = """() => document.querySelectorAll("svg text").length > 20"""
#: The boxes of the lines of text in view; labels are short.
LINES = """() => [...document.querySelectorAll("svg text")]
  .filter((line) => line.textContent.length > 30)
  .map((line) => line.getBoundingClientRect())
  .filter((box) => box.top > 150 && box.bottom < innerHeight - 20)
  .map((box) => [box.left, box.top + box.height / 2])"""
#: Resolves with the time from the release of the mouse to the frame with a changed drawing.
WATCH = """() => {
  window.shown = new Promise((resolve, reject) => {
    let start = 0;
    const begin = () => { start = performance.now(); };
    addEventListener("mouseup", begin, { capture: true, once: true });
    setTimeout(() => reject(new Error("nothing was drawn")), 60000);
    const watch = new MutationObserver((records) => {
      if (!start || !records.some((record) => record.target.closest?.("svg"))) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
}"""


class PeerTimes(NamedTuple):
    """Times in milliseconds."""

    shown: float
    adds: list[float]


def measure_doccano_page(
    python: Path, browser: Browser, text: str, own: AnnotationSet, count: int
) -> PeerTimes:
    """Return how long the text and each added span took to be shown."""
    with run_doccano(python) as (peer, port):
        path = peer.add_text(text)
        peer.add_spans(path, [(entry.spans[0].start, entry.spans[0].end) for entry in own.mentions])
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.set_default_timeout(120_000)
        _sign_in(page, f"http://127.0.0.1:{port}")
        shown = _open(page, f"http://127.0.0.1:{port}", peer)
        times = [_add(page, number) for number in range(count)]
        context.close()
    return PeerTimes(shown, times)


def _sign_in(page: Page, address: str) -> None:
    page.goto(f"{address}/auth")
    page.locator("input").nth(0).fill("admin")
    page.locator("input[type=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/projects**")


def _open(page: Page, address: str, peer: Doccano) -> float:
    page.goto(f"{address}/projects/{peer.project}/sequence-labeling?page=1")
    page.wait_for_function(READY)
    shown: float = page.evaluate("performance.now()")
    page.wait_for_timeout(1_000)
    page.locator(".v-chip", has_text="Condition").first.click()
    return shown


def _add(page: Page, number: int) -> float:
    """Select words of a line in view; the label was chosen before."""
    lines = page.evaluate(LINES)
    x, y = lines[number % len(lines)]
    page.evaluate(WATCH)
    page.mouse.move(x + 5 + 7 * number % 90, y)
    page.mouse.down()
    page.mouse.move(x + 60 + 7 * number % 90, y, steps=4)
    page.mouse.up()
    shown: float = page.evaluate("window.shown")
    page.wait_for_timeout(200)
    return shown
