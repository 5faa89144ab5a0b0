"""The timeline of a patient in a browser."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page
from tests.chronicle.histories import write_note

from goldsmith.project.corpus.note_stream import DocumentNotes
from goldsmith.project.patients.chronicle import ChronicleOptions, make_chronicles


@pytest.fixture
def timeline(page: Page, tmp_path: Path) -> Page:
    docs = [
        write_note(
            "d1",
            "2010-03-05",
            "🙂 [Ductal carcinoma|Condition a] on [biopsy|Investigation b] </script>.",
            links=("includes a 2010-03-05", "is_included b 2010-03-01"),
        ),
        write_note(
            "d2",
            "2011-03-05",
            "[tamoxifen|Drug-or-device a], [no|Negation n] [pain|Condition b]",
            links=("negation_modifies n b",),
        ),
    ]
    make_chronicles(DocumentNotes(docs), tmp_path / "out", ChronicleOptions(html=True))
    page.goto((tmp_path / "out" / "timelines" / "P1.html").as_uri())
    return page


def test_lanes_and_filter(timeline: Page) -> None:
    assert timeline.locator(".lane-title").all_text_contents() == [
        "Problems",
        "Drugs",
        "Investigations",
    ]
    timeline.fill("#filter", "tamox")
    assert timeline.locator(".bar").count() == 1
    timeline.fill("#filter", "")
    timeline.select_option("#assertion", "negated")
    assert "pain" in (timeline.locator(".bar").get_attribute("aria-label") or "")


def test_click_opens_the_note_with_the_words_marked(timeline: Page) -> None:
    timeline.locator(".bar.problem").first.click(force=True)
    assert timeline.locator("#event h3").inner_text() == "ductal carcinoma"
    timeline.locator(".sources button").first.click()
    assert timeline.locator("#note mark").inner_text() == "Ductal carcinoma"
    assert "</script>" in timeline.locator("#note-text").inner_text()


def test_keys_zoom_and_move(timeline: Page) -> None:
    ticks = timeline.locator(".tick-label").all_text_contents()
    timeline.keyboard.press("+")
    assert timeline.locator(".tick-label").all_text_contents() != ticks
    timeline.keyboard.press("0")
    timeline.keyboard.press("ArrowDown")
    assert timeline.locator("#event").is_visible()
    timeline.keyboard.press("Escape")
    assert timeline.locator("#event").is_hidden()


def test_print_has_every_lane_and_a_list_of_sources(timeline: Page) -> None:
    timeline.keyboard.press("+")
    timeline.evaluate("dispatchEvent(new Event('beforeprint'))")
    timeline.emulate_media(media="print")
    rows = timeline.locator("#event-list tr").all_inner_texts()
    assert any("ductal carcinoma" in row and "d1 (5 Mar 2010)" in row for row in rows)
    assert any("tamoxifen" in row and "d2" in row for row in rows)
    assert timeline.locator(".lane-title").count() == 3
    assert not timeline.locator(".tools").is_visible()
    width = timeline.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0
    timeline.emulate_media(media="screen")
    timeline.evaluate("dispatchEvent(new Event('afterprint'))")
    assert timeline.locator("#event-list tr").count() == 0


def test_labels_cover_no_other_event(page: Page, tmp_path: Path) -> None:
    docs = [
        write_note(f"d{number}", f"2010-{number:02}-05", "[mammogram|Investigation a] was done.")
        for number in range(1, 13)
    ]
    make_chronicles(DocumentNotes(docs), tmp_path / "out", ChronicleOptions(html=True))
    page.goto((tmp_path / "out" / "timelines" / "P1.html").as_uri())
    for _ in range(6):
        boxes = [bar.bounding_box() for bar in page.locator(".bar").all()]
        rows: dict[float, list[tuple[float, float]]] = {}
        for box in boxes:
            assert box
            rows.setdefault(round(box["y"] + box["height"]), []).append(
                (box["x"], box["x"] + box["width"])
            )
        for bars in map(sorted, rows.values()):
            assert all(end <= start for (_, end), (start, _) in pairwise(bars))
        page.keyboard.press("+")
