"""Relations, chains, codes, attributes, questions and finishing a note."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.annotate.conftest import OpenNote, go_to, make_window, press, wait_until_saved
from tests.browser.annotate.site import Note, Site, list_wordings

from goldsmith.core import AnnotationSet, Mention, Relation, Span
from goldsmith.store.journal.state import Content

TEXT = "Core biopsy of the left breast showed carcinoma. The tumour was excised. It is gone."


@pytest.fixture(scope="module")
def temporal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("temporal"), schema="clef-temporal")
    yield site
    site.stop()


def mark(text: str, name: str, kind: str, words: str) -> Mention:
    start = text.index(words)
    return Mention(name, kind, (Span(start, start + len(words)),))


def make_set(*mentions: Mention, relations: tuple[Relation, ...] = ()) -> AnnotationSet:
    return AnnotationSet("ann", mentions, relations)


def make_letter(*relations: Relation) -> AnnotationSet:
    return make_set(
        mark(TEXT, "b", "Investigation", "biopsy"),
        mark(TEXT, "l", "Locus", "breast"),
        mark(TEXT, "c", "Condition", "carcinoma"),
        mark(TEXT, "t", "Condition", "tumour"),
        mark(TEXT, "i", "Condition", "It"),
        relations=relations,
    )


def list_links(content: Content) -> list[tuple[str, str, str]]:
    return sorted((rel.type, rel.arg1, rel.arg2) for rel in content.relations)


def choose(page: Page, words: str) -> None:
    """Type the letters that are shown next to a mention."""
    letters = page.evaluate(
        """(words) => {
          const marks = [...document.querySelectorAll(".mark")];
          const box = marks.find((mark) => mark.textContent === words).getBoundingClientRect();
          const hints = [...document.querySelectorAll(".hint")];
          const near = hints.find((hint) => {
            const { left, top } = hint.getBoundingClientRect();
            return Math.abs(left - box.left) < 12 && Math.abs(top + 14 - box.top) < 12;
          });
          return near.textContent;
        }""",
        words,
    )
    press(page, " ".join(letters.lower()))


def test_permitted_targets_get_letters(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(TEXT, make_letter())
    page = open_note(note)
    press(page, "Tab r")
    expect(page.locator(".hint")).to_have_count(4)
    choose(page, "breast")
    expect(page.locator("#told")).to_have_text("has target: biopsy – breast")
    press(page, "r")
    expect(page.locator(".hint")).to_have_count(3)
    choose(page, "carcinoma")
    expect(page.locator("#choice li")).to_have_count(2)
    press(page, "1")
    wait_until_saved(page)
    assert list_links(site.read(note)) == [("has_finding", "b", "c"), ("has_target", "b", "l")]
    expect(page.locator(".arcs path.tip")).to_have_count(2)
    expect(page.locator(".arc-label")).to_have_count(2)
    press(page, "Escape r Escape")
    expect(page.locator(".hint")).to_have_count(0)


def test_relation_with_the_mouse(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(TEXT, make_letter())
    page = open_note(note)
    page.get_by_text("biopsy", exact=True).click()
    page.get_by_role("button", name="relation: link to a mention").click()
    page.locator(".hint[data-mention=l]").click()
    wait_until_saved(page)
    assert list_links(site.read(note)) == [("has_target", "b", "l")]


def test_far_end_is_a_stub_that_links_to_it(site: Site, open_note: OpenNote) -> None:
    text = "biopsy first\n" + "filler words here\n" * 80 + "melanoma last\n"
    own = make_set(
        mark(text, "b", "Investigation", "biopsy"),
        mark(text, "m", "Condition", "melanoma"),
        relations=(Relation("r", "has_finding", "b", "m"),),
    )
    page = open_note(site.add_note(text, own))
    press(page, "Tab")
    expect(page.locator(".arc-label")).to_contain_text("↓ melanoma")
    page.locator(".arc-label").click()
    expect(page.locator("#selected .wording")).to_have_text("melanoma")
    expect(page.locator(".arc-label")).to_contain_text("↑ biopsy")


def test_relation_table_sorts_and_removes(site: Site, open_note: OpenNote) -> None:
    links = (Relation("r1", "has_target", "b", "l"), Relation("r2", "has_finding", "b", "c"))
    note = site.add_note(TEXT, make_letter(*links))
    page = open_note(note)
    press(page, "Shift+r")
    rows = page.locator("#relations tbody th")
    page.get_by_role("button", name="relation", exact=True).click()
    assert rows.all_inner_texts() == ["has finding", "has target"]
    page.get_by_role("button", name="relation", exact=True).click()
    assert rows.all_inner_texts() == ["has target", "has finding"]
    page.get_by_role("button", name="Remove has target").click()
    wait_until_saved(page)
    assert list_links(site.read(note)) == [("has_finding", "b", "c")]


def test_chains_are_joined_split_and_merged(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(TEXT, make_letter())
    page = open_note(note)
    press(page, "Tab*4 k")
    choose(page, "carcinoma")
    press(page, "Tab k")
    choose(page, "tumour")
    wait_until_saved(page)
    assert list_links(site.read(note)) == [("co_refers", "i", "t"), ("co_refers", "t", "c")]
    press(page, "Shift+c")
    expect(page.locator(".chain-card li")).to_have_count(3)
    page.get_by_role("button", name="Take tumour out").click()
    wait_until_saved(page)
    assert list_links(site.read(note)) == [("co_refers", "i", "c")]
    press(page, "u")
    wait_until_saved(page)
    page.get_by_role("button", name="Split before tumour").click()
    wait_until_saved(page)
    assert list_links(site.read(note)) == [("co_refers", "i", "t")]
    page.locator("#note").focus()
    press(page, "Escape Control+Home Tab*3 k")
    choose(page, "It")
    wait_until_saved(page)
    assert list_links(site.read(note)) == [("co_refers", "i", "t"), ("co_refers", "t", "c")]


def test_changing_a_type_drops_relations_that_it_cannot_have(
    site: Site, open_note: OpenNote
) -> None:
    links = (Relation("r1", "has_target", "b", "l"), Relation("r2", "has_finding", "b", "c"))
    note = site.add_note(TEXT, make_letter(*links))
    page = open_note(note)
    press(page, "Tab i")
    wait_until_saved(page)
    assert list_links(site.read(note)) == [("has_target", "b", "l")]
    press(page, "u")
    wait_until_saved(page)
    assert len(site.read(note).relations) == 2


def test_codes_by_typing(site: Site, open_note: OpenNote) -> None:
    note = site.add_note("He has a fever.", make_set(Mention("f", "Condition", (Span(9, 14),))))
    page = open_note(note)
    press(page, "Tab c")
    hit = page.locator("#code-hits [aria-selected=true]")
    expect(hit).to_contain_text("Fever", ignore_case=True)
    page.keyboard.type("hypert")
    expect(hit).to_contain_text("ypert")
    expect(page.locator("#code-hits .hint-line").first).to_be_visible()
    press(page, "ArrowDown ArrowUp Enter")
    wait_until_saved(page)
    (mention,) = site.read(note).mentions
    assert mention.codes[0].code and "ypert" in mention.codes[0].name
    expect(page.locator("#note")).to_be_focused()
    press(page, "c 0")
    wait_until_saved(page)
    (mention,) = site.read(note).mentions
    assert mention.codes[0].is_cui_less


def test_attributes_by_digits(temporal: Site, browser: Browser) -> None:
    text = "On 14 March 2008 the biopsy was done."
    note = temporal.add_note(text)
    window = make_window(browser, temporal)
    page = window.new_page()
    go_to(page, temporal, note)
    letters = {
        button.inner_text().split("\n")[0]: button.locator("kbd").inner_text().lower()
        for button in page.locator(".types button").all()
    }
    press(page, "ArrowRight Shift+ArrowRight*2")
    press(page, letters["Time expression"])
    press(page, "a 1")
    expect(page.locator("#selected input[name=value]")).to_be_focused()
    page.keyboard.type("2008-03-14")
    press(page, "Enter ArrowRight*4")
    press(page, letters["Temporally located CLEF entity"])
    press(page, "a 1 2")
    wait_until_saved(page)
    time, event = temporal.read(note).mentions
    assert time.attributes == {"type": "DATE", "value": "2008-03-14"}
    assert event.attributes == {"class": "investigation", "hypothetical": "false"}
    press(page, "r a 5 2")
    wait_until_saved(page)
    (rel,) = temporal.read(note).relations
    assert rel.attributes == {"type": "before", "task": "B"}
    window.close()


def test_questions_are_saved_with_the_note(site: Site, open_note: OpenNote) -> None:
    note = site.add_note(TEXT, make_letter())
    page = open_note(note)
    press(page, "Tab q")
    page.keyboard.type("Is this one test or two?")
    press(page, "Enter")
    wait_until_saved(page)
    (entry,) = site.read(note).notes
    assert (entry.text, entry.target, entry.kind) == ("Is this one test or two?", "b", "question")
    press(page, "Tab Shift+Tab")
    expect(page.locator("#note")).to_be_focused()


def test_find_goes_from_match_to_match(site: Site, open_note: OpenNote) -> None:
    note = site.add_note("pain here, Pain there\npain.")
    page = open_note(note)
    press(page, "/")
    page.keyboard.type("pain")
    expect(page.locator("#find-count")).to_have_text("1 of 3")
    press(page, "Enter")
    expect(page.locator("#find-count")).to_have_text("2 of 3")
    press(page, "Escape o")
    wait_until_saved(page)
    assert list_wordings(note.text, site.read(note)) == [("Condition", ("Pain",))]


def test_guideline_follows_the_type(site: Site, open_note: OpenNote) -> None:
    page = open_note(site.add_note(TEXT, make_letter()))
    press(page, "Tab*2 g")
    expect(page.locator("#guideline h2").first).to_contain_text("Locus")
    expect(page.locator("#guideline")).to_contain_text("an anatomical structure")


def test_steps_are_ticked_and_a_note_is_finished(tmp_path: Path, browser: Browser) -> None:
    site = Site(tmp_path)
    first, second = site.add_note("He has a fever."), site.add_note("No pain.")
    window = make_window(browser, site)
    page = window.new_page()
    go_to(page, site, first)
    page.get_by_label("Read the document").check()
    expect(page.locator("#steps-progress")).to_have_text("1 of 6")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.get_by_label("Read the document")).to_be_checked()
    press(page, "ArrowRight*3 o")
    wait_until_saved(page)
    press(page, "Control+Enter")
    page.wait_for_url(f"**/tasks/{second.task}")
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".turn")).to_contain_text("note 2 of 2")
    page.get_by_label("Previous note").click()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#saved")).to_have_text("closed to changes")
    press(page, "o")
    expect(page.locator("#told")).to_have_text("This set is closed to changes.")
    window.close()
    site.stop()


def test_missing_attributes_are_listed(temporal: Site, browser: Browser) -> None:
    note: Note = temporal.add_note("Biopsy done.", make_set(Mention("e", "TLC", (Span(0, 6),))))
    window = make_window(browser, temporal)
    page = window.new_page()
    go_to(page, temporal, note)
    press(page, "Control+Enter")
    expect(page.locator("#lacks")).to_contain_text("class")
    page.locator("#lacks .mention").click()
    expect(page.locator("#selected .wording")).to_have_text("Biopsy")
    window.close()


def test_temporal_links_as_a_grid(temporal: Site, browser: Browser) -> None:
    text = "Seen in clinic. The biopsy was done on 14 March 2008."
    own = make_set(mark(text, "e", "TLC", "biopsy"), mark(text, "t", "TIMEX3", "14 March 2008"))
    note = temporal.add_note(text, own)
    window = make_window(browser, temporal)
    page = window.new_page()
    go_to(page, temporal, note)
    press(page, "Tab =")
    page.get_by_label("Date of the letter").fill("2008-04-02")
    page.get_by_role("button", name="Set").click()
    page.get_by_label("biopsy and whole document").select_option("before")
    page.get_by_label("biopsy and 14 March 2008").select_option("is_included")
    wait_until_saved(page)
    content = temporal.read(note)
    ends = {rel.arg2: rel.attributes for rel in content.relations}
    (date,) = [entry.id for entry in content.mentions if not entry.spans]
    assert ends == {
        date: {"type": "before", "task": "A"},
        "t": {"type": "is_included", "task": "B"},
    }
    page.get_by_label("biopsy and 14 March 2008").select_option("")
    wait_until_saved(page)
    assert len(temporal.read(note).relations) == 1
    window.close()
