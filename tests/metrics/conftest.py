"""Documents with events, times and temporal links, as awkward as real ones, for several tests."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention, Relation, Span

TEXT = "Seen on 14 March 2008, again in May; the scan of last week was clear."
SPANS = [
    (),
    (Span(0, 4),),
    (Span(8, 21),),
    (Span(8, 16), Span(17, 21)),
    (Span(8, 16), Span(16, 21)),
    (Span(11, 21),),
    (Span(17, 28),),
    (Span(32, 35),),
    (Span(41, 45), Span(49, 58)),
]
KINDS = (
    "before after includes is_included begun_by ended_by overlap none unknown BEFORE AFTER IBEFORE "
    "IAFTER BEGINS ENDS SIMULTANEOUS IDENTITY DURING other"
).split()
INVERSES = {"before": "after", "includes": "is_included", "IBEFORE": "IAFTER", "BEGINS": "BEGUN_BY"}
LINK_KIND = {"CTLink": "type", "TLINK": "relType"}


@st.composite
def _mention(draw: st.DrawFn, name: str) -> Mention:
    kind = draw(st.sampled_from(["TLC", "EVENT", "TIMEX3", "TIMEX3", "Locus"]))
    attributes = {}
    if kind == "TIMEX3" and draw(st.integers(0, 5)):
        attributes["type"] = draw(st.sampled_from(["DATE", "TIME"]))
    if kind == "TIMEX3" and draw(st.integers(0, 5)):
        attributes["value"] = draw(st.sampled_from(["2008-03-14", "2008-05"]))
    return Mention(name, kind, draw(st.sampled_from(SPANS)), attributes)


@st.composite
def _link(draw: st.DrawFn, name: str, ids: list[str]) -> Relation:
    kind = draw(st.sampled_from(["CTLink", "TLINK", "co_refers"]))
    attributes = {LINK_KIND.get(kind, "type"): draw(st.sampled_from(KINDS))}
    if draw(st.integers(0, 7)) == 0:
        attributes = {}
    if kind == "CTLink" and draw(st.integers(0, 5)):
        attributes["task"] = draw(st.sampled_from(["A", "B"]))
    one = st.sampled_from(ids)
    return Relation(name, kind, draw(one), draw(one), attributes)


@st.composite
def _seen_again(draw: st.DrawFn, mention: Mention) -> Mention | None:
    change = draw(st.sampled_from(["same", "same", "same", "missed", "extent", "other"]))
    if change == "missed":
        return None
    if change == "extent":
        return replace(mention, spans=draw(st.sampled_from(SPANS)))
    return draw(_mention(mention.id)) if change == "other" else mention


@st.composite
def _drawn_again(draw: st.DrawFn, rel: Relation, ids: list[str]) -> Relation | None:
    change = draw(st.sampled_from(["same", "same", "turned", "missed", "other"]))
    if change == "missed" or not {rel.arg1, rel.arg2}.issubset(ids):
        return None
    if change == "turned":
        turned = {name: INVERSES.get(value, value) for name, value in rel.attributes.items()}
        return replace(rel, arg1=rel.arg2, arg2=rel.arg1, attributes=turned)
    return draw(_link(rel.id, ids)) if change == "other" else rel


@st.composite
def _temporal(draw: st.DrawFn) -> Document:
    mentions = [draw(_mention(f"m{n}")) for n in range(draw(st.integers(0, 5)))]
    ids = [mention.id for mention in mentions]
    count = draw(st.integers(0, 7)) if ids else 0
    rels = [draw(_link(f"r{n}", ids)) for n in range(count)]
    again = [one for one in (draw(_seen_again(mention)) for mention in mentions) if one]
    left = [mention.id for mention in again]
    drawn = [one for one in (draw(_drawn_again(rel, left)) for rel in rels) if one] if left else []
    return Document(
        "note",
        TEXT,
        sets={
            "a": AnnotationSet("a", tuple(mentions), tuple(rels)),
            "b": AnnotationSet("b", tuple(again), tuple(drawn)),
        },
    )


def _renamed(annotations: AnnotationSet, seed: int) -> AnnotationSet:
    chance = Random(seed)
    new = [f"x{number}" for number in range(len(annotations.annotations))]
    chance.shuffle(new)
    name = dict(zip([one.id for one in annotations.annotations], new, strict=True))
    return replace(
        annotations,
        mentions=tuple(replace(one, id=name[one.id]) for one in annotations.mentions),
        relations=tuple(
            replace(rel, id=name[rel.id], arg1=name[rel.arg1], arg2=name[rel.arg2])
            for rel in annotations.relations
        ),
    )


@pytest.fixture(scope="session")
def temporal_documents() -> st.SearchStrategy[Document]:
    """Documents with the sets "a" and "b", where b is what another annotator made of a."""
    return _temporal()


@pytest.fixture(scope="session")
def renamed() -> Callable[[AnnotationSet, int], AnnotationSet]:
    """A function that gives the annotations of a set other ids, by a seed."""
    return _renamed
