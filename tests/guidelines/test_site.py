"""The site: links, examples with marks, navigation, search index, safety."""

import json
import re

import pytest

from goldsmith import schemas
from goldsmith.core import load_builtin_schema
from goldsmith.examples import notes
from goldsmith.examples.inline import parse
from goldsmith.guidelines.check import check_guideline
from goldsmith.guidelines.folder import build_guideline, find_guideline, read_files
from goldsmith.guidelines.markdown import PageRenderer
from goldsmith.guidelines.marks import MarkedSentence, Marker, Piece
from goldsmith.guidelines.places import PlaceCollector
from goldsmith.guidelines.site import Extras, build_site
from goldsmith.guidelines.skeleton import make_skeleton


@pytest.fixture(scope="module")
def site() -> dict[str, str]:
    return build_site(find_guideline("clef"))


def render_body(text: str, path: str = "general.md") -> str:
    texts = read_files("clef")
    texts[path] = texts[path].partition("+++\n\n")[0] + "+++\n\n" + text
    guideline = build_guideline(texts, "g")
    page = guideline.get_page(path)
    assert page is not None
    return str(PageRenderer(guideline).render(page).html)


def test_names_of_types_become_links() -> None:
    html = render_body("A Condition, two Conditions, has_location and `co_refers`.")
    assert re.findall(r'href="([^"]+)"', html) == [
        "Condition.html",
        "Condition.html",
        "has_location.html",
        "co_refers.html",
    ]


def test_longer_names_win_and_parts_of_words_do_not_link() -> None:
    html = render_body("Sub-location, Conditional, Precondition, and a condition.")
    assert re.findall(r'href="([^"]+)"', html) == ["Sub-location.html"]


def test_names_do_not_link_in_headings_in_links_or_on_their_own_page() -> None:
    html = render_body("## Condition\n\n[Condition](entities/Locus.md)")
    assert re.findall(r'href="([^"]+)"', html) == ["Locus.html"]
    assert "href" not in render_body("A Condition.", "entities/Condition.md")


def test_ordinary_words_link_only_as_code() -> None:
    renderer = PageRenderer(find_guideline("i2b2-2011"))
    texts = read_files("i2b2-2011")
    texts["general.md"] = texts["general.md"].partition("+++\n\n")[0] + "+++\n\nA test, `test`.\n"
    guideline = build_guideline(texts, "g")
    page = guideline.get_page("general.md")
    assert page is not None
    assert str(renderer.render(page).html).count('href="test.html"') == 1


def test_html_images_and_scripts_are_blocked() -> None:
    html = render_body(
        "<script>alert(1)</script> ![x](http://e.org/x.png) [y](javascript:alert(1))\n\n"
        "```example\n<Condition>&lt;b&gt;</>\n```\n"
    )
    assert "<script" not in html
    assert "<img" not in html
    assert "javascript:" not in re.sub(r">[^<]*<", "><", html)
    assert "&lt;b&gt;" in html


def flatten(pieces: tuple[Piece, ...]) -> str:
    return "".join(
        f"[{piece.mark.type} {flatten(piece.pieces)}]" if piece.mark else piece.text
        for piece in pieces
    )


def mark(source: str) -> MarkedSentence:
    doc = parse(source)
    return Marker(load_builtin_schema("clef"), lambda name: name).mark(doc, doc.sets["gold"])


def test_marks_nest_and_fragments_are_numbered() -> None:
    marked = mark("<Condition #a>Motor</> and <Condition>sensory <+a>neuropathy</></>.")
    assert flatten(marked.pieces) == (
        "[Condition Motor] and [Condition sensory [Condition neuropathy]]."
    )
    first = marked.pieces[0].mark
    assert first is not None
    assert first.fragment == "1/2"


def test_relations_are_shown_with_their_words() -> None:
    marked = mark("<Condition has_location=#l>Pain</> in the <Locus #l>hip</>.")
    (arrow,) = marked.arrows
    assert (arrow.first, arrow.relation, arrow.second) == ("Pain", "has_location", "hip")


def test_every_link_on_every_page_has_a_target(site: dict[str, str]) -> None:
    for name, html in site.items():
        for href in re.findall(r'href="([^"]+)"', html):
            path, _, anchor = href.partition("#")
            target = site[path or name]
            assert not anchor or f'id="{anchor}"' in target, (name, href)


def test_pages_need_no_network(site: dict[str, str]) -> None:
    for html in site.values():
        assert not re.search(r'(?:src|href)="(?:https?:)?//', html)
        assert "Content-Security-Policy" in html


def test_previous_and_next_visit_all_pages(site: dict[str, str]) -> None:
    name, visited = "news.html", []
    while name:
        visited.append(name)
        match = re.search(r'rel="next" href="([^"]+)"', site[name])
        name = match[1] if match else ""
    assert sorted(visited) == sorted(set(site) - {"index.html", "all.html"})
    assert 'rel="prev"' not in site["news.html"]


def test_search_index_contains_words_without_labels(site: dict[str, str]) -> None:
    match = re.search(r'id="search-index">(.*?)</script>', site["index.html"], re.DOTALL)
    assert match
    entries = json.loads(match[1])
    (part,) = [entry for entry in entries if entry["address"] == "Condition.html#do"]
    assert "She complains of breathlessness on exertion." in part["text"]


@pytest.mark.parametrize("name", schemas.names())
def test_skeleton_is_sound_and_builds(name: str) -> None:
    schema = load_builtin_schema(name)
    guideline = build_guideline(make_skeleton(schema, name, today="2026-01-01"), "g")
    assert check_guideline(guideline) == []
    assert len(build_site(guideline)) >= len(guideline.pages)


def test_places_of_a_corpus_are_shown() -> None:
    guideline = find_guideline("clef")
    marker = PageRenderer(guideline).marker
    collector = PlaceCollector(guideline.schema, marker, 3)
    collector.collect(notes.load_documents(), "gold")
    assert {len(places) for places in collector.places.values()} == {3}
    for name, places in collector.places.items():
        sources = [place.note for place in places]
        assert len(set(sources)) == 3, "one place per document"
        for place in places:
            types = re.findall(r"\[(\S+) ", flatten(place.pieces))
            types += [arrow.relation for arrow in place.arrows]
            assert name in types
    extras = Extras(places=collector.places, corpus="my corpus")
    assert "Places in my corpus" in build_site(guideline, extras)["Locus.html"]
    assert "Places in my corpus" not in build_site(guideline)["Locus.html"]


def test_names_link_in_explanations_of_examples(site: dict[str, str]) -> None:
    assert re.search(
        r'<p class="why">[^<]*<a class="type t4" href="Result.html">', site["Condition.html"]
    )
