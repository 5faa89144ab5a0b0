"""The pictures of the annotate screen in the docs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.annotate.conftest import go_to, make_window, press
from tests.browser.annotate.site import Note, Site

from goldsmith.core import AnnotationSet
from goldsmith.examples.notes import load_documents

#: Set GOLDSMITH_PICTURES to write the pictures of the docs.
FOLDER = Path(__file__).parents[3] / "docs/workbench/pictures"
DESK, WIDE, TABLET = (1280, 800), (1920, 1080), (820, 1180)
#: Name of the picture -> note, keys, window, scheme, and selector of a visible element.
PICTURES: dict[str, tuple[str, str, tuple[int, int], str, str]] = {
    "annotate-relations": ("breast-3-to-gp", "Tab*7", DESK, "light", ".arc-label"),
    "annotate-hints": ("breast-3-to-gp", "Tab*9 r", DESK, "dark", ".hint"),
    "annotate-suggestions": ("breast-2-histopathology", "Tab*2", DESK, "light", "#selected .tag"),
    "annotate-codes": ("breast-3-to-gp", "Tab*7 c", DESK, "light", "#code-hits strong"),
    "annotate-chains": ("breast-3-to-gp", "Shift+c", DESK, "dark", ".chain-card"),
    "annotate-wide": ("breast-3-to-gp", "Tab*7", WIDE, "light", ".arc-label"),
    "annotate-tablet": ("breast-3-to-gp", "Tab*4", TABLET, "dark", ".arc-label"),
    "annotate-keys": ("breast-3-to-gp", "?", DESK, "light", "#help[open]"),
}


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a server for the pictures; its notes have the names of the examples."""
    site = Site(tmp_path_factory.mktemp("gallery"), title="Breast clinic letters")
    yield site
    site.stop()


@pytest.mark.parametrize("name", PICTURES)
def test_picture(gallery: Site, browser: Browser, name: str) -> None:
    note, keys, (width, height), scheme, selector = PICTURES[name]
    doc = next(doc for doc in load_documents() if doc.id == note)
    gold = doc.sets["gold"]
    halves = split(gold) if "suggestions" in name else (gold, None)
    window = make_window(
        browser,
        gallery,
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    page = window.new_page()
    go_to(page, gallery, get_note(gallery, doc.id, doc.text, *halves))
    press(page, keys)
    expect(page.locator(selector).first).to_be_visible()
    if os.environ.get("GOLDSMITH_PICTURES"):
        FOLDER.mkdir(parents=True, exist_ok=True)
        page.wait_for_timeout(400)
        page.screenshot(path=FOLDER / f"{name}.png")
    window.close()


def get_note(
    site: Site, name: str, text: str, own: AnnotationSet, suggested: AnnotationSet | None
) -> Note:
    """Return a note of the gallery, adding it on first use."""
    if name not in site.notes:
        site.add_note(text, own, suggested, name=name)
    return site.notes[name]


def split(gold: AnnotationSet) -> tuple[AnnotationSet, AnnotationSet]:
    """Return half of the mentions as the annotator's and half as suggestions."""
    return AnnotationSet("ann", gold.mentions[::2]), AnnotationSet("model", gold.mentions[1::2])
