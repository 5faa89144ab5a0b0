"""Documents with events, times and temporal links, with the irregularities of real ones."""

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
def _mentions(draw: st.DrawFn, name: str) -> Mention:
    kind = draw(st.sampled_from(["TLC", "EVENT", "TIMEX3", "TIMEX3", "Locus"]))
    attributes = {}
    if kind == "TIMEX3" and draw(st.integers(0, 5)):
        attributes["type"] = draw(st.sampled_from(["DATE", "TIME"]))
    if kind == "TIMEX3" and draw(st.integers(0, 5)):
        attributes["value"] = draw(st.sampled_from(["2008-03-14", "2008-05"]))
    return Mention(name, kind, draw(st.sampled_from(SPANS)), attributes)


@st.composite
def _links(draw: st.DrawFn, name: str, ids: list[str]) -> Relation:
    kind = draw(st.sampled_from(["CTLink", "TLINK", "co_refers"]))
    attributes = {LINK_KIND.get(kind, "type"): draw(st.sampled_from(KINDS))}
    if draw(st.integers(0, 7)) == 0:
        attributes = {}
    if kind == "CTLink" and draw(st.integers(0, 5)):
        attributes["task"] = draw(st.sampled_from(["A", "B"]))
    arguments = st.sampled_from(ids)
    return Relation(name, kind, draw(arguments), draw(arguments), attributes)


@st.composite
def _mention_variations(draw: st.DrawFn, mention: Mention) -> Mention | None:
    change = draw(st.sampled_from(["same", "same", "same", "missed", "extent", "other"]))
    if change == "missed":
        return None
    if change == "extent":
        return replace(mention, spans=draw(st.sampled_from(SPANS)))
    return draw(_mentions(mention.id)) if change == "other" else mention


@st.composite
def _link_variations(draw: st.DrawFn, rel: Relation, ids: list[str]) -> Relation | None:
    change = draw(st.sampled_from(["same", "same", "reversed", "missed", "other"]))
    if change == "missed" or not {rel.arg1, rel.arg2}.issubset(ids):
        return None
    if change == "reversed":
        attributes = {name: INVERSES.get(value, value) for name, value in rel.attributes.items()}
        return replace(rel, arg1=rel.arg2, arg2=rel.arg1, attributes=attributes)
    return draw(_links(rel.id, ids)) if change == "other" else rel


@st.composite
def _documents(draw: st.DrawFn) -> Document:
    mentions = [draw(_mentions(f"m{n}")) for n in range(draw(st.integers(0, 5)))]
    ids = [mention.id for mention in mentions]
    count = draw(st.integers(0, 7)) if ids else 0
    rels = [draw(_links(f"r{n}", ids)) for n in range(count)]
    variations = [draw(_mention_variations(mention)) for mention in mentions]
    varied = [mention for mention in variations if mention]
    varied_ids = [mention.id for mention in varied]
    link_variations = [draw(_link_variations(rel, varied_ids)) for rel in rels if varied_ids]
    return Document(
        "note",
        TEXT,
        sets={
            "a": AnnotationSet("a", tuple(mentions), tuple(rels)),
            "b": AnnotationSet("b", tuple(varied), tuple(filter(None, link_variations))),
        },
    )


def _rename(annotation_set: AnnotationSet, seed: int) -> AnnotationSet:
    new_ids = [f"x{number}" for number in range(len(annotation_set.annotations))]
    Random(seed).shuffle(new_ids)
    ids = [annotation.id for annotation in annotation_set.annotations]
    new = dict(zip(ids, new_ids, strict=True))
    return replace(
        annotation_set,
        mentions=tuple(replace(m, id=new[m.id]) for m in annotation_set.mentions),
        relations=tuple(
            replace(rel, id=new[rel.id], arg1=new[rel.arg1], arg2=new[rel.arg2])
            for rel in annotation_set.relations
        ),
    )


@pytest.fixture(scope="session")
def temporal_documents() -> st.SearchStrategy[Document]:
    """Return documents with the sets "a" and "b", where b is a variation of a."""
    return _documents()


@pytest.fixture(scope="session")
def rename() -> Callable[[AnnotationSet, int], AnnotationSet]:
    """Return a function that gives the annotations of a set new ids, drawn with a seed."""
    return _rename
