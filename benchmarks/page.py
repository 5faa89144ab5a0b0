"""Measure how fast the annotate screen opens a note, adds a mention and scrolls, in Chromium.

    python benchmarks/page.py
    python benchmarks/page.py --words 50000 --mentions 8000
    python benchmarks/page.py --peer doccano=PATH/TO/ITS/python

The note is made up; a tenth of its mentions are discontiguous. The server runs in this process.
"Script" is the time spent in event handlers and animation frames of the page from the key press to
the frame that shows the mention; "until shown" also includes layout and painting by the browser.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.browser.annotate.conftest import make_window
from tests.browser.annotate.site import Note, Site

from goldsmith.core import AnnotationSet, Mention, Span
from page_peers import measure_doccano_page

VOCABULARY = (
    "core biopsy confirmed an invasive ductal carcinoma of the left breast there is no axillary "
    "lymphadenopathy chest pain and mild dyspnoea on exertion metoprolol twice daily CT showed"
).split()
TYPES = ("Condition", "Intervention", "Investigation", "Result", "Drug-or-device", "Locus")
#: Records when the text is first in a frame and how long the scripts of each key press run.
WATCH = """
    new MutationObserver((_, watch) => {
      if (!document.getElementById("note")?.firstElementChild) return;
      watch.disconnect();
      window.shown = new Promise((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage("");
        });
      });
    }).observe(document, { childList: true, subtree: true });
    const frame = requestAnimationFrame.bind(window);
    window.script = 0;
    window.requestAnimationFrame = (work) => frame((time) => {
      const start = performance.now();
      work(time);
      window.script += performance.now() - start;
    });
    addEventListener("keydown", () => {
      window.pressed = performance.now();
      window.script = 0;
    }, true);
    addEventListener("keydown", () => {
      window.script += performance.now() - window.pressed;
      const note = (resolve) => resolve([window.script, performance.now() - window.pressed]);
      window.frames = new Promise((resolve) => frame(() => setTimeout(() => note(resolve))));
    });
"""
SCROLL = """() => new Promise((resolve) => {
  const scroller = document.getElementById("scroller"), times = [];
  let last = performance.now();
  const step = (time) => {
    times.push(time - last);
    last = time;
    scroller.scrollTop += 80;
    if (times.length < 150) requestAnimationFrame(step);
    else resolve(times.slice(2));
  };
  requestAnimationFrame(step);
})"""


def make_note(words: int, count: int) -> tuple[str, AnnotationSet]:
    """Return the text of a note and its annotations."""
    chance = random.Random(1)
    tokens, starts, parts, offset = [], [], [], 0
    for index in range(words):
        word = chance.choice(VOCABULARY)
        tokens.append(word)
        starts.append(offset)
        mark = "\n" if (index + 1) % chance.choice((14, 56, 112)) == 0 else " "
        parts += [word, mark]
        offset += len(word) + 1
    spans: set[tuple[Span, ...]] = set()
    while len(spans) < count:
        spans.add(_choose_spans(chance, tokens, starts))
    mentions = [
        Mention(f"m{number}", chance.choice(TYPES), entry)
        for number, entry in enumerate(sorted(spans))
    ]
    return "".join(parts), AnnotationSet("ann", tuple(mentions))


def _choose_spans(
    chance: random.Random, tokens: Sequence[str], starts: Sequence[int]
) -> tuple[Span, ...]:
    first = chance.randrange(len(tokens) - 8)
    last = first + chance.choice((0, 0, 1, 2))
    spans = [Span(starts[first], starts[last] + len(tokens[last]))]
    if chance.random() < 0.1:
        spans.append(Span(starts[last + 2], starts[last + 2] + len(tokens[last + 2])))
    return tuple(spans)


def open_note(window: BrowserContext, site: Site, note: Note) -> tuple[Page, float]:
    """Open a note and return the milliseconds until its text was in a frame."""
    page = window.new_page()
    page.add_init_script(WATCH)
    page.goto(f"{site.address}/tasks/{note.task}")
    page.wait_for_selector("#note[data-history]")
    return page, page.evaluate("window.shown")


def measure_adds(page: Page, count: int) -> list[tuple[float, float]]:
    """Add mentions and return, for each, the time in scripts and the time until it was shown."""
    times = []
    page.keyboard.press("Control+Home")
    for index in range(count):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("odlvi"[index % 5])
        times.append(tuple(page.evaluate("window.frames")))
    return times


def describe(values: Sequence[float]) -> str:
    ordered = sorted(values)
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"median {statistics.median(ordered):6.1f} ms   p99 {last:6.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--words", type=int, default=10_000)
    parser.add_argument("--mentions", type=int, default=5_000)
    parser.add_argument("--adds", type=int, default=200)
    parser.add_argument("--opens", type=int, default=9)
    parser.add_argument("--peer", type=lambda value: Path(value.removeprefix("doccano=")))
    options = parser.parse_args()
    text, own = make_note(options.words, options.mentions)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        note = site.add_note(text, own)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        window = make_window(browser, site)
        page, first = open_note(window, site, note)
        opens = []
        for _ in range(options.opens):
            page.close()
            page, shown = open_note(window, site, note)
            opens.append(shown)
        page.wait_for_selector("#note[data-drawn]")
        adds = measure_adds(page, options.adds)
        frames = page.evaluate(SCROLL)
        print(
            f"{options.words:,} words, {options.mentions:,} mentions, "
            f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
        )
        print(f"text on screen, first visit   {first:6.0f} ms")
        print(f"text on screen                {describe(opens)}")
        print(f"add a mention, script         {describe([script for script, _ in adds])}")
        print(f"add a mention, until shown    {describe([shown for _, shown in adds])}")
        late = sum(1 for frame in frames if frame > 25)
        print(f"scrolling                     {describe(frames)}   late {late} of {len(frames)}")
        if options.peer:
            peer = measure_doccano_page(options.peer, browser, text, own, count=20)
            print(
                f"doccano: text on screen       {peer.shown:6.0f} ms ({peer.shown / first:.1f} x)"
            )
            times = statistics.median(peer.adds)
            ours = statistics.median(shown for _, shown in adds)
            print(f"doccano: add, until shown     {times:6.0f} ms ({times / ours:.1f} x)")
        browser.close()
        site.stop()


if __name__ == "__main__":
    main()
