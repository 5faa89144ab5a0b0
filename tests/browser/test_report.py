"""The agreement report in a real browser: numbers open their places, marked in the text."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import OpenPage

from goldsmith.core import Document, Metadata, load_builtin_schema
from goldsmith.examples.inline import parse
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.report import build_report, render_report

GOLD = """\
There are enlarged <Locus #n>nodes</> in the <Laterality>left</> <+n>axilla</> 😀 and \
<Condition #p>pain</> in the <Locus>groin</>. <Negation>No</> <Condition>fever</>, </script>.
"""
SYSTEM = """\
There are enlarged <Locus>nodes in the left axilla</> 😀 and <Result>pain</> in the \
<Locus>groin</>. No <Condition>fever</>, </script>.
"""


def make_corpus() -> list[Document]:
    source = {
        name: text.replace("</script>", "&lt;/script>")
        for name, text in {"gold": GOLD, "system": SYSTEM, "other": GOLD}.items()
    }
    docs = {name: parse(text, set_name=name, doc_id="letter-1") for name, text in source.items()}
    sets = {name: doc.sets[name] for name, doc in docs.items()}
    return [replace(docs["gold"], sets=sets)]


@pytest.fixture
def report(page: Page, tmp_path: Path) -> Page:
    return open_report(page, tmp_path, ["gold", "system"])


def open_report(page: Page, folder: Path, names: list[str], *, with_text: bool = True) -> Page:
    task, schema = tasks.find_task("clef"), load_builtin_schema("clef")
    content = build_report(make_corpus(), names, task, schema, with_text=with_text)
    path = folder / "report.html"
    path.write_text(render_report(content), "utf-8")
    page.goto(path.as_uri())
    return page


def find_number(page: Page, section: str, row: str, column: int) -> Locator:
    """Find a number of a table by its section, its row and its place among the row's numbers."""
    table = page.locator("section", has=page.get_by_role("heading", name=section, exact=True))
    return (
        table.get_by_role("row")
        .filter(has=page.get_by_role("rowheader", name=row, exact=True))
        .locator("button.num")
        .nth(column)
    )


def test_number_opens_its_places(report: Page) -> None:
    find_number(report, "Mentions", "Locus", 0).click()
    expect(report.locator("#panel-count")).to_have_text("2 of 2 places")
    expect(report.locator("#places li")).to_have_count(2)
    expect(report.locator("#places .chip.a").first).to_have_text("gold: Locus")


def test_fragments_are_marked_and_the_gap_is_not(report: Page) -> None:
    find_number(report, "Mentions", "Locus", 0).click()
    first = report.locator("#places li").first
    assert first.locator(".snippet span.a").all_text_contents() == ["nodes", "axilla"]
    assert first.locator("span.gap-a").all_text_contents() == [" in the left "]


def test_both_sides_are_marked_on_a_partial_match(report: Page) -> None:
    find_number(report, "Mentions", "Locus", 3).click()
    [place] = report.locator("#places li").all()
    assert place.locator("span.a.b").all_text_contents() == ["nodes", "axilla"]
    assert place.locator("span.b.gap-a, span.gap-a.b").all_text_contents() == [" in the left "]


def test_offsets_after_an_emoji_are_correct(report: Page) -> None:
    find_number(report, "Differences", "typing", 0).click()
    expect(report.locator("#places li span.a.b")).to_have_text("pain")


def test_places_are_filtered_and_closed(report: Page) -> None:
    find_number(report, "Mentions", "All (micro)", 0).click()
    report.fill("#filter", "fever")
    expect(report.locator("#panel-count")).to_contain_text("1 of")
    expect(report.locator("#places li")).to_have_count(1)
    report.keyboard.press("Escape")
    expect(report.locator("#panel")).to_be_hidden()


def test_confusion_matrix_opens_its_places(report: Page) -> None:
    find_number(report, "Confusion matrix of types", "Condition", 1).click()
    expect(report.locator("#places .chip.b")).to_have_text("system: Result")


def test_matrix_of_three_sets_leads_to_the_pairs(page: Page, tmp_path: Path) -> None:
    report = open_report(page, tmp_path, ["gold", "system", "other"])
    expect(report.get_by_role("heading", name="gold and system: 1 document")).to_be_visible()
    matrix = report.locator("section").first
    assert "1.000 (1.000)" in [
        text.strip() for text in matrix.locator("td.heat").all_text_contents()
    ]
    link = matrix.get_by_role("link", name="1.000 (1.000)")
    link.focus()
    report.keyboard.press("Enter")
    expect(report.get_by_role("heading", name="gold and other: 1 document")).to_be_visible()
    expect(report.get_by_role("heading", name="gold and system: 1 document")).to_be_hidden()
    assert report.evaluate("location.hash") == "#gold.other"


def test_report_without_text_contains_no_words_of_the_note(page: Page, tmp_path: Path) -> None:
    report = open_report(page, tmp_path, ["gold", "system"], with_text=False)
    content = (tmp_path / "report.html").read_text("utf-8")
    for word in ("axilla", "fever", "enlarged"):
        assert word not in content
    find_number(report, "Mentions", "Locus", 3).click()
    expect(report.locator("#places .snippet")).to_contain_text("19–24")


def test_focus_stays_on_the_number_that_was_opened(report: Page) -> None:
    number = find_number(report, "Mentions", "Locus", 0)
    number.focus()
    report.keyboard.press("Enter")
    expect(number).to_be_focused()
    expect(number).to_have_attribute("aria-expanded", "true")
    report.keyboard.press("Tab")
    expect(report.locator("#close")).to_be_focused()
    report.keyboard.press("Enter")
    expect(number).to_be_focused()
    expect(number).to_have_attribute("aria-expanded", "false")


def test_address_contains_the_opened_number(report: Page) -> None:
    find_number(report, "Mentions", "Locus", 3).click()
    assert report.evaluate("location.hash") == "#gold.system.spans.Locus.partial"
    report.reload()
    expect(report.locator("#panel-count")).to_have_text("1 of 1 places")
    report.go_back()
    expect(report.locator("#panel")).to_be_hidden()


def test_full_note_is_opened_from_a_place(report: Page) -> None:
    find_number(report, "Differences", "typing", 0).click()
    report.locator("#places").get_by_role("link", name="letter-1").click()
    text = report.locator("#note-text")
    expect(text).to_contain_text("There are enlarged nodes")
    expect(text).to_contain_text("fever, </script>.")
    assert text.locator(".here").all_text_contents() == ["pain"]
    assert report.evaluate("location.hash") == "#gold.system/note/0"
    report.get_by_role("button", name="Back to the places").click()
    expect(report.locator("#places li")).to_have_count(1)
    report.reload()
    expect(report.locator("#panel")).to_be_visible()


def test_address_opens_a_number_of_another_pair(page: Page, tmp_path: Path) -> None:
    report = open_report(page, tmp_path, ["gold", "system", "other"])
    address = report.url
    report.goto("about:blank")
    report.goto(f"{address}#system.other.spans.Locus.partial")
    expect(report.get_by_role("heading", name="system and other: 1 document")).to_be_visible()
    expect(report.locator("#panel-count")).to_have_text("1 of 1 places")
    expect(report.locator("#pairs a[aria-current]")).to_have_text("system – other")


def test_panel_fits_a_phone_and_returns_the_focus(new_page: OpenPage, tmp_path: Path) -> None:
    page = new_page(viewport={"width": 375, "height": 800})
    report = open_report(page, tmp_path, ["gold", "system"])
    number = find_number(report, "Mentions", "Locus", 0)
    number.focus()
    report.keyboard.press("Enter")
    expect(report.locator("#panel")).to_be_focused()
    assert report.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    report.keyboard.press("Escape")
    expect(number).to_be_focused()


def test_number_of_a_slice_opens_the_places_of_its_documents(page: Page, tmp_path: Path) -> None:
    [doc] = make_corpus()
    docs = [
        replace(doc, id=f"{kind}-{number}", metadata=Metadata(type=kind))
        for number, kind in enumerate(("letter", "report", "report"))
    ]
    task, schema = tasks.find_task("clef"), load_builtin_schema("clef")
    path = tmp_path / "report.html"
    content = build_report(docs, ["gold", "system"], task, schema, by="type")
    path.write_text(render_report(content), "utf-8")
    page.goto(path.as_uri())
    table = page.locator("[id='gold.system.spans.slices']")
    assert table.get_by_role("columnheader", name="report", exact=True).is_visible()
    row = table.get_by_role("row").filter(
        has=page.get_by_role("rowheader", name="Locus", exact=True)
    )
    first = row.locator("button.num[data-slice='letter']").first
    second = row.locator("button.num[data-slice='report']").first
    assert [first.inner_text(), second.inner_text()] == ["2", "4"]
    second.click()
    expect(page.locator("#panel-count")).to_have_text("4 of 4 places")
    documents = page.locator("#places .doc").all_text_contents()
    assert {text.split(" ")[0] for text in documents} == {"report-1", "report-2"}
