"""Mentions are made, changed and removed with keyboard, mouse and touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.browser.annotate.conftest import OpenNote, go_to, make_window, press, wait_until_saved
from tests.browser.annotate.site import Note, Site, list_wordings

from goldsmith.core import AnnotationSet, Mention, Span

LETTER = (
    "Dear Dr Fenn\n\nCore biopsy of the left breast showed invasive ductal carcinoma.\n"
    "The tumour was excised. No fever.\n"
)


def read(site: Site, page: Page, note: Note) -> list[tuple[str, tuple[str, ...]]]:
    wait_until_saved(page)
    return list_wordings(note.text, site.read(note))


def test_letter_marks_the_token_at_the_caret(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(LETTER)
    page = open_note(note)
    press(page, "ArrowRight*4 v")
    assert read(site, page, note) == [("Investigation", ("biopsy",))]
    expect(page.locator("#told")).to_contain_text("Investigation marked: biopsy")


def test_shift_extends_the_selection_and_shrinks_it_again(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(LETTER)
    page = open_note(note)
    press(page, "ArrowRight*3 Shift+ArrowRight*3 Shift+ArrowLeft*2 v")
    press(page, "Control+Home ArrowRight*4 Shift+ArrowLeft o")
    assert read(site, page, note) == [
        ("Condition", ("Core biopsy",)),
        ("Investigation", ("Core biopsy",)),
    ]


def test_another_letter_changes_the_type_and_shift_adds_a_mention(
    site: Site, open_note: OpenNote
) -> None:
    note = site.add_note(LETTER)
    page = open_note(note)
    press(page, "ArrowRight*4 o v Shift+i")
    assert read(site, page, note) == [
        ("Intervention", ("biopsy",)),
        ("Investigation", ("biopsy",)),
    ]


def test_full_stop_repeats_and_digits_choose_types(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(LETTER)
    page = open_note(note)
    press(page, "ArrowRight*7 8 ArrowRight 6 ArrowRight*4 .")
    assert read(site, page, note) == [
        ("Laterality", ("left",)),
        ("Locus", ("breast",)),
        ("Locus", ("carcinoma",)),
    ]


def test_brackets_move_the_edges(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(LETTER)
    page = open_note(note)
    press(page, "ArrowRight*11 o ]")
    assert read(site, page, note) == [("Condition", ("ductal carcinoma",))]
    press(page, "[")
    assert read(site, page, note) == [("Condition", ("invasive ductal carcinoma",))]
    press(page, "}")
    assert read(site, page, note) == [("Condition", ("invasive ductal",))]
    press(page, "{ Alt+} Alt+{")
    assert read(site, page, note) == [("Condition", ("ucta",))]
    press(page, "Alt+] Alt+[")
    assert read(site, page, note) == [("Condition", ("ductal",))]


def test_discontiguous_and_nested_mentions(site: Site, open_note: OpenNote) -> None:
    note = site.add_note("liver and renal function tests normal")
    page = open_note(note)
    press(page, "v ArrowRight*3 Shift+ArrowRight +")
    press(page, "Control+Home ArrowRight*2 Shift+ArrowRight*2 v")
    press(page, "Control+Home l")
    assert read(site, page, note) == [
        ("Investigation", ("liver", "function tests")),
        ("Investigation", ("renal function tests",)),
        ("Locus", ("liver",)),
    ]
    lanes = page.evaluate(
        "[...document.querySelectorAll('.mark')].map((mark) => [mark.textContent, mark.className])"
    )
    assert len({name for _, name in lanes}) >= 3


def test_marking_does_not_move_the_text(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(LETTER * 3)
    page = open_note(note)
    measure = """[...document.querySelectorAll(".line")].map((line) => {
      const { top, height } = line.getBoundingClientRect();
      return `${top}:${height}`;
    })"""
    before = page.evaluate(measure)
    press(page, "ArrowRight*4 v ArrowRight*3 t ArrowRight l Shift+ArrowRight o")
    press(page, "Shift+ArrowRight*2 d")
    wait_until_saved(page)
    assert page.evaluate(measure) == before


@pytest.mark.parametrize(
    ("text", "keys", "wording"),
    [
        ("🌡 38.4 °C and 👩🏽‍⚕️ says pain 😀 here", "ArrowRight*7 o", "pain"),
        ("👩🏽‍⚕️ says pain", "o", "👩🏽‍⚕️"),
        ("cafe\u0301 au lait spots", "Shift+ArrowRight*3 o", "cafe\u0301 au lait spots"),
        ("No\r\nfever\r\n\r\nor 😀 pain\r\n", "ArrowRight*4 o", "pain"),
        ("החולה מתלונן על כאב ראש חזק", "ArrowRight*3 Shift+ArrowRight o", "כאב ראש"),
        ("naïve T-cells\u2028and more", "ArrowRight*4 o", "and"),
    ],
)
def test_offsets_are_code_points(
    site: Site, open_note: OpenNote, text: str, keys: str, wording: str
) -> None:
    note = site.add_note(text)
    page = open_note(note)
    press(page, keys)
    assert read(site, page, note) == [("Condition", (wording,))]
    assert page.locator("#selected .wording").inner_text() == wording


def test_alt_moves_by_grapheme(site: Site, open_note: OpenNote) -> None:
    text = "e\u0301\u0302xy 👩🏽‍⚕️z"
    note = site.add_note(text)
    page = open_note(note)
    press(page, "Alt+Shift+ArrowLeft o Escape End Alt+ArrowLeft i")
    assert read(site, page, note) == [
        ("Condition", ("e\u0301\u0302x",)),
        ("Intervention", ("👩🏽‍⚕️",)),
    ]


def test_delete_removes_a_mention_and_says_so(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(LETTER)
    page = open_note(note)
    press(page, "o ArrowRight i ArrowLeft Delete")
    assert read(site, page, note) == [("Intervention", ("Dr",))]
    expect(page.locator("#told")).to_have_text("Removed: Dear")


def test_other_occurrences_are_shown_before_they_are_marked(
    site: Site, open_note: OpenNote
) -> None:
    note = site.add_note("pain here, Pain there, painful\npain.")
    page = open_note(note)
    press(page, "o *")
    expect(page.locator("#told")).to_contain_text("2 more places")
    press(page, "Escape")
    assert len(read(site, page, note)) == 1
    press(page, "* Enter")
    assert [wording for _, (wording,) in read(site, page, note)] == ["Pain", "pain", "pain"]
    press(page, "u")
    assert len(read(site, page, note)) == 1


def test_mouse_selects_words_and_a_click_on_a_type_marks(site: Site, open_note: OpenNote) -> None:
    note = site.add_note("Core biopsy of the left breast")
    page = open_note(note)
    rect = page.evaluate(
        """() => {
          const range = document.createRange(), node = document.querySelector(".run").firstChild;
          range.setStart(node, 7);
          range.setEnd(node, 22);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          return [left, right, (top + bottom) / 2];
        }"""
    )
    page.mouse.move(rect[0], rect[2])
    page.mouse.down()
    page.mouse.move(rect[1], rect[2], steps=4)
    page.mouse.up()
    page.locator(".types button", has_text="Investigation").click()
    assert read(site, page, note) == [("Investigation", ("biopsy of the left",))]
    page.mouse.click(rect[0] + 4, rect[2])
    expect(page.locator("#selected .type")).to_contain_text("Investigation")
    page.get_by_role("button", name="Remove", exact=False).last.click()
    assert read(site, page, note) == []


def test_touch(site: Site, browser: Browser) -> None:
    note = site.add_note("Core biopsy of the left breast")
    window: BrowserContext = make_window(
        browser, site, has_touch=True, viewport={"width": 820, "height": 1180}
    )
    page = window.new_page()
    go_to(page, site, note)
    page.locator(".run").first.tap(position={"x": 8, "y": 10})
    page.locator(".types button", has_text="Locus").tap()
    assert read(site, page, note) == [("Locus", ("Core",))]
    window.close()


def test_suggestions_are_accepted_rejected_and_corrected(site: Site, open_note: OpenNote) -> None:
    text = "Core biopsy of the left breast"
    suggested = AnnotationSet(
        "model",
        (
            Mention("s1", "Investigation", (Span(5, 11),)),
            Mention("s2", "Condition", (Span(19, 23),)),
            Mention("s3", "Condition", (Span(24, 30),)),
        ),
    )
    note = site.add_note(text, suggested=suggested)
    page = open_note(note)
    press(page, "Tab Enter Tab x Tab")
    expect(page.locator("#selected .tag")).to_have_text("suggestion")
    press(page, "l")
    wait_until_saved(page)
    content = site.read(note)
    assert list_wordings(text, content) == [("Investigation", ("biopsy",)), ("Locus", ("breast",))]
    assert set(content.rejected) == {"s2", "s3"}
    page.reload()
    page.wait_for_selector("#note[data-drawn]")
    assert page.locator(".mark").count() == 2


def test_note_without_line_breaks(site: Site, open_note: OpenNote) -> None:
    text = "The left breast is painful and 😀 tender today. " * 400
    note = site.add_note(text)
    page = open_note(note)
    press(page, "Control+End ArrowLeft*3 o Control+Home Shift+ArrowRight*2 l")
    assert read(site, page, note) == [("Condition", ("😀",)), ("Locus", ("The left breast",))]
    spans = [mention.spans[0] for mention in site.read(note).mentions]
    assert spans[-1].start == text.rindex("😀")


def drag(page: Page, selector: str, offset: int) -> None:
    """Drag a handle to an offset in the first line, without releasing it."""
    box = page.locator(selector).bounding_box()
    assert box
    x, y = page.evaluate(
        """(offset) => {
          const walker = document.createTreeWalker(document.querySelector(".run"), 4);
          let node = walker.nextNode();
          for (; node && offset > node.length; node = walker.nextNode()) offset -= node.length;
          const range = document.createRange();
          range.setStart(node, offset);
          const { left, top, bottom } = range.getBoundingClientRect();
          return [left, (top + bottom) / 2];
        }""",
        offset,
    )
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x, y, steps=5)


def test_edges_can_be_dragged_with_the_mouse(site: Site, open_note: OpenNote) -> None:
    note = site.add_note("Core biopsy of the left breast")
    page = open_note(note)
    press(page, "ArrowRight v")
    assert read(site, page, note) == [("Investigation", ("biopsy",))]
    drag(page, ".handle.end", 22)
    page.mouse.up()
    assert read(site, page, note) == [("Investigation", ("biopsy of the left",))]
    drag(page, ".handle.start", 2)
    page.mouse.up()
    assert read(site, page, note) == [("Investigation", ("Core biopsy of the left",))]
    drag(page, ".handle.end", 11)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert read(site, page, note) == [("Investigation", ("Core biopsy of the left",))]
    press(page, "u u")
    assert read(site, page, note) == [("Investigation", ("biopsy",))]
