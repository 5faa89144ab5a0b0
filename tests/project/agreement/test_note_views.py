"""The chains and the time line of a note in the agreement report."""

from __future__ import annotations

from goldsmith.core import (
    AnnotationSet,
    Document,
    Mention,
    Relation,
    Span,
    load_builtin_schema,
)
from goldsmith.project.agreement.report import build_report, render_report
from goldsmith.project.agreement.report.note_views import make_note_view
from goldsmith.project.agreement.tasks import find_task

TEXT = "Mr Hill has a cough. He had it in May 2009. The cough began in 2008."

_SECTION = "<h2>Chains and time lines</h2>"


def mention(number: str, words: str, type_: str = "markable", **attributes: str) -> Mention:
    start = TEXT.index(words)
    return Mention(number, type_, (Span(start, start + len(words)),), attributes)


def link_chain(name: str, pairs: list[tuple[str, str]]) -> AnnotationSet:
    words = {"m1": "Mr Hill", "m2": "a cough", "m3": "He", "m4": "it", "m5": "The cough"}
    mentions = tuple(mention(number, text) for number, text in words.items())
    rels = tuple(
        Relation(f"r{n}", "pair", later, earlier, {"relation_type": "identity"})
        for n, (later, earlier) in enumerate(pairs)
    )
    return AnnotationSet(name, mentions, rels)


def make_doc() -> Document:
    gold = link_chain("gold", [("m3", "m1"), ("m4", "m2"), ("m5", "m4")])
    system = link_chain("system", [("m3", "m1"), ("m5", "m2")])
    return Document("d", TEXT, sets={"gold": gold, "system": system})


def test_chains_are_in_text_order_and_differing_chains_are_marked() -> None:
    view = make_note_view(make_doc(), ["gold", "system"], load_builtin_schema("odie"))
    assert view is not None
    gold, system = view.sets
    assert [(chain.members, chain.differs) for chain in gold.chains] == [
        (("Mr Hill", "He"), False),
        (("a cough", "it", "The cough"), True),
    ]
    assert [(chain.members, chain.differs) for chain in system.chains] == [
        (("Mr Hill", "He"), False),
        (("a cough", "The cough"), True),
    ]
    assert view.counts == "2 chains"


def test_times_are_in_chronological_order_with_their_events() -> None:
    times = (
        mention("t1", "May 2009", "TIMEX3", value="2009-05"),
        mention("t2", "2008", "TIMEX3", value="2008"),
        Mention("t0", "TIMEX3", (), {"value": "2009-06-01", "functionInDocument": "CREATION_TIME"}),
    )
    event = mention("e1", "The cough", "TLC")
    rels = (
        Relation("r1", "CTLink", "e1", "t2", {"type": "begun_by", "task": "B"}),
        Relation("r2", "CTLink", "e1", "t0", {"type": "includes", "task": "A"}),
    )
    doc = Document("d", TEXT, sets={"gold": AnnotationSet("gold", (*times, event), rels)})
    view = make_note_view(doc, ["gold"], load_builtin_schema("clef-temporal"))
    assert view is not None
    rows = [
        (time.value, time.words, [(links.kind, links.events) for links in time.links])
        for time in view.sets[0].times
    ]
    assert rows == [
        ("2008", "2008", [("begun by", ("The cough",))]),
        ("2009-05", "May 2009", []),
        ("2009-06-01", "date of the note", [("includes", ("The cough",))]),
    ]


def test_a_note_without_chains_or_times_has_no_view() -> None:
    doc = Document("d", TEXT, sets={"gold": AnnotationSet("gold", (mention("m1", "Mr Hill"),))})
    assert make_note_view(doc, ["gold"], load_builtin_schema("odie")) is None


def render(**options: object) -> str:
    report = build_report(
        [make_doc()],
        ["gold", "system"],
        find_task("coreference"),
        load_builtin_schema("odie"),
        **options,  # type: ignore[arg-type]
    )
    return render_report(report)


def test_the_page_shows_notes_and_leaves_them_out_without_text() -> None:
    page = render()
    assert _SECTION in page
    assert '<span>a cough</span><span class="arrow" aria-hidden="true">›</span>' in page
    assert _SECTION not in render(notes=0)
    shared = render(with_text=False)
    assert _SECTION not in shared
    assert "cough" not in shared
