"""Every key that moves the caret or changes the view, as shown in the list of keys."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.annotate.conftest import OpenNote, press
from tests.browser.annotate.site import Site

from goldsmith.core import AnnotationSet, Mention, Relation, Span

TEXT = "Alpha beta gamma\ndelta epsilon zeta\neta theta iota\n" + "filler line\n" * 120 + "omega"
OWN = AnnotationSet("ann", (Mention("m", "Condition", (Span(17, 22),)),))
#: Keys -> the text that is selected after pressing them, starting from the first word.
MOVES = {
    "ArrowRight": "beta",
    "ArrowRight*2 ArrowLeft": "beta",
    "ArrowRight*3": "delta",
    "ArrowDown": "delta",
    "ArrowRight*2 ArrowDown ArrowDown ArrowUp": "zeta",
    "Shift+ArrowRight*2 Shift+ArrowLeft": "Alpha beta",
    "ArrowRight*2 Shift+ArrowLeft": "beta gamma",
    "Shift+ArrowDown": "Alpha beta gamma delta",
    "ArrowDown Shift+ArrowUp": "Alpha beta gamma delta",
    "Alt+ArrowRight": " ",
    "ArrowRight Alt+ArrowLeft*2": "a",
    "Alt+Shift+ArrowLeft*2": "Alp",
    "Alt+Shift+ArrowLeft*2 Alt+Shift+ArrowRight": "Alph",
    "End": "gamma",
    "End Home": "Alpha",
    "Control+End": "omega",
    "Control+End Control+Home": "Alpha",
    "Tab": "delta",
    "Control+End Shift+Tab": "delta",
    "Tab Escape ArrowRight Enter": "epsilon",
    "ArrowDown Enter": "delta",
}


def read_selection(page: Page) -> str:
    page.evaluate(
        "() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))"
    )
    words: str = page.evaluate(
        """() => [...CSS.highlights.get("selection"), ...CSS.highlights.get("selected")]
          .map((range) => {
            const holder = document.createElement("div");
            holder.append(range.cloneContents());
            const lines = [...holder.querySelectorAll(".line")].map((line) => line.textContent);
            return lines.length ? lines.join(" ") : holder.textContent;
          }).join("|")"""
    )
    return words


def test_keys_move_the_selection(site: Site, open_note: OpenNote) -> None:
    page = open_note(site.add_note(TEXT, OWN))
    places = {}
    for keys in MOVES:
        press(page, "Escape Control+Home")
        press(page, keys)
        places[keys] = read_selection(page)
    assert places == MOVES


def test_page_keys_scroll_down_and_up(site: Site, open_note: OpenNote) -> None:
    page = open_note(site.add_note(TEXT, OWN))
    press(page, "PageDown PageDown")
    assert page.locator("#scroller").evaluate("(element) => element.scrollTop") > 400
    assert read_selection(page) == "filler"
    press(page, "PageUp PageUp PageUp")
    assert page.locator("#scroller").evaluate("(element) => element.scrollTop") < 300


def test_selection_stays_in_view(site: Site, open_note: OpenNote) -> None:
    page = open_note(site.add_note(TEXT, OWN))
    press(page, "ArrowDown*40")
    assert read_selection(page) == "filler"
    box, view = page.locator(".caret").bounding_box(), page.locator("#scroller").bounding_box()
    assert box and view
    assert view["y"] + 30 < box["y"] < view["y"] + view["height"] - 60


def test_keys_that_work_anywhere_on_the_page(site: Site, open_note: OpenNote) -> None:
    page = open_note(site.add_note(TEXT, OWN))
    press(page, "F6")
    expect(page.locator("#side")).to_be_focused()
    press(page, "F6 F6")
    expect(page.locator("#note")).to_be_focused()
    press(page, "`")
    expect(page.locator("body")).to_have_class("annotate letters")
    press(page, "F8")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    press(page, "Shift+c")
    expect(page.locator("#panel-chains")).to_be_visible()
    press(page, "Shift+r")
    expect(page.locator("#panel-relations")).to_be_visible()
    press(page, "/")
    expect(page.locator("#find-field")).to_be_focused()
    press(page, "Escape o Control+z")
    expect(page.locator("#told")).to_contain_text("Undone: Condition marked")
    press(page, "Control+Shift+z")
    expect(page.locator("#told")).to_contain_text("Done again: Condition marked")
    press(page, "u Control+y")
    expect(page.locator("#told")).to_contain_text("Done again: Condition marked")


def test_chain_keys(site: Site, open_note: OpenNote) -> None:
    names = {"a": (0, 5), "b": (6, 10), "c": (11, 16)}
    own = AnnotationSet(
        "ann",
        tuple(Mention(name, "Condition", (Span(*span),)) for name, span in names.items()),
        (Relation("r1", "co_refers", "b", "a"), Relation("r2", "co_refers", "c", "b")),
    )
    note = site.add_note(TEXT, own)
    page = open_note(note)
    press(page, "Tab*2 Shift+k")
    expect(page.locator("#told")).to_have_text("Out of its chain: beta")
    press(page, "u |")
    expect(page.locator("#told")).to_have_text("Chain split before: beta")
    press(page, "Tab Shift+Tab")
    expect(page.locator("#selected .chain")).to_have_text("gamma")


def test_scrolling_while_letters_are_shown(site: Site, open_note: OpenNote) -> None:
    own = AnnotationSet(
        "ann",
        (
            Mention("a", "Investigation", (Span(0, 5),)),
            Mention("z", "Condition", (Span(len(TEXT) - 5, len(TEXT)),)),
        ),
    )
    page = open_note(site.add_note(TEXT, own))
    press(page, "Tab r PageDown*8")
    expect(page.locator(".hint")).to_be_in_viewport()
    press(page, "a 1")
    expect(page.locator("#told")).to_contain_text("Alpha – omega")
