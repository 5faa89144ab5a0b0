"""Measure how fast the review of a pseudonymised corpus opens and responds to keys.

    python benchmarks/review_page.py --notes 10000 --doubts 10
    python benchmarks/review_page.py --page inspection/review.html

The first command makes a page from 40,000 made-up words, distributed like the words of a language,
with 6 replaced and --doubts doubtful places in each note. The second opens an existing page.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import statistics
import tempfile
import time
from itertools import accumulate
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from goldsmith.core import Document
from goldsmith.privacy import Outcome, Replacement
from goldsmith.privacy.leftovers import Leftover
from goldsmith.privacy.review import ReviewWriter, Tally, plan_sample

WORDS, WORDS_PER_NOTE, REPLACED = 40_000, 200, 6
REASONS = ("unknown word", "rare name", "month/day", "digits")
#: Measures the time from an event to the frame that shows its effect.
WATCH = """() => {
    window.times = {keydown: [], input: []};
    for (const name of Object.keys(window.times)) document.addEventListener(name, () => {
        const start = performance.now();
        const note = () => window.times[name].push(performance.now() - start);
        requestAnimationFrame(() => setTimeout(note));
    }, true);
}"""


def make_outcome(
    number: int, chance: random.Random, words: list[str], sums: list[float], doubts: int
) -> Outcome:
    name = f"P-{number:012x}"
    tokens = chance.choices(words, cum_weights=sums, k=WORDS_PER_NOTE)
    starts = list(accumulate((len(token) + 1 for token in tokens), initial=0))
    rows = chance.sample(range(WORDS_PER_NOTE), doubts + REPLACED)
    leftovers = [
        Leftover(
            name, starts[row], starts[row] + len(tokens[row]), 1, chance.choice(REASONS),
            tokens[row], "", chance.choice(("NAME", "PLACE", "DATE")), chance.random() ** 4 / 2,
        )
        for row in rows[:doubts]
    ]  # fmt: skip
    replacements = [
        Replacement(
            name, starts[row], starts[row] + len(tokens[row]), 1, "NAME", "title",
            chance.choice(words), tokens[row],
        )
        for row in sorted(rows[doubts:])
    ]  # fmt: skip
    return Outcome(Document(name, " ".join(tokens)), replacements, leftovers, False)


def make_page(folder: Path, notes: int, doubts: int) -> Path:
    chance = random.Random(1)
    words = [
        "".join(chance.choices("aeioubcdfglmnprst", k=chance.randint(3, 9))).title()
        for _ in range(WORDS)
    ]
    sums = list(accumulate(1 / (rank + 1) for rank in range(WORDS)))
    tally, spent, path = Tally(), 0.0, folder / "review.html"
    with (folder / "review.jsonl").open("w") as lines, path.open("w") as page:
        writer = ReviewWriter(lines, page, plan_sample(notes))
        for number in range(notes):
            outcome = make_outcome(number, chance, words, sums, doubts)
            start = time.perf_counter()
            tally.add(outcome)
            writer.add(outcome)
            spent += time.perf_counter() - start
        start = time.perf_counter()
        writer.finish(tally)
        writer.close()
    spent += time.perf_counter() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    places = tally.rules.total(), tally.replaced.total()
    print(f"{notes:,} notes, {places[0]:,} doubtful and {places[1]:,} replaced places")
    print(f"written in {spent:.1f} s, memory of the process {memory:.0f} MB")
    return path


def measure(browser: Browser, path: Path) -> tuple[float, float, float, float]:
    """Measure the seconds to open, and the milliseconds to move, decide and filter."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    start = time.perf_counter()
    page.goto(path.resolve().as_uri())
    page.wait_for_selector("#rows .row", state="attached")
    opened = time.perf_counter() - start
    page.keyboard.press("j")
    page.evaluate(WATCH)
    medians = []
    for keys, event in (("jjjjjkkjjj", "keydown"), ("ynynynynyn", "keydown"), ("/mari", "input")):
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_timeout(50)
        medians.append(statistics.median(page.evaluate(f"times.{event}.splice(0)")))
    page.close()
    return opened, *medians


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--page", type=Path, help="a page to open, instead of a made-up one")
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--doubts", type=int, default=10, help="doubtful places in each note")
    parser.add_argument("--times", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = options.page or make_page(Path(folder), options.notes, options.doubts)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        rows = [measure(browser, path) for _ in range(options.times)]
        browser.close()
        opened, move, decide, select = (
            statistics.median(column) for column in zip(*rows, strict=True)
        )
        print(f"page of {path.stat().st_size / 1e6:.0f} MB, medians of {options.times}:")
        print(
            f"opens in {opened:.2f} s; next {move:.0f} ms, decide {decide:.0f} ms, "
            f"filter {select:.0f} ms"
        )


if __name__ == "__main__":
    main()
