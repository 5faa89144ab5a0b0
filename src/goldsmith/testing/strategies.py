"""Hypothesis strategies for annotated documents with the irregularities of real notes."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from hypothesis import strategies as st
from msgspec.structs import replace

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Metadata,
    Note,
    Provenance,
    Relation,
    Section,
    Span,
)
from goldsmith.formats import Feature
from goldsmith.testing.vocabulary import AWKWARD, USUAL, Vocabulary

_WORDS = (
    "fever cough no-evidence-of T2N0M0 10mg/day café naïve μg ½ 𝒳-ray 👩🏽‍⚕️ 😀 e\u0301 "
    "\u200bzero العربية 日本語 & < > \" ' ]]> -- \\ | || # * T1 ; : = {} [] %"
).split(" ")
_GAPS = (" ", "  ", "\n", "\r\n", "\t", "\n\n", ". ", ", ", "\u00a0", "\u2028")
_TYPES = ("Condition", "Drug-or-device", "Locus", "Sub_location")
_LINKS = ("has_location", "co_refers", "MODIFY")
_NAMES = ("status", "context", "Polarity")


@st.composite
def documents(
    draw: st.DrawFn, *, without: Collection[Feature] = (), words: Vocabulary = USUAL
) -> Document:
    """Draw documents with every feature of a document.

    Args:
        draw: The function that draws from a strategy; hypothesis passes it.
        without: The features to leave out.
        words: The codes, ids and values to draw from.
    """
    text = draw(_texts(Feature.CONTROL_CHARACTERS not in without))
    names = ["gold"] if Feature.SETS in without else draw(st.sampled_from([["gold"], ["a", "b"]]))
    sets = {name: draw(_sets(name, text, without, words)) for name in names}
    return Document(
        draw(st.sampled_from(["note-1", "a/b", "Ä 1", "1234"])),
        text,
        Metadata() if Feature.METADATA in without else draw(_metadata()),
        () if Feature.SECTIONS in without else draw(_sections(text)),
        sets,
    )


@st.composite
def _texts(draw: st.DrawFn, allow_control: bool) -> str:
    words = draw(st.lists(st.sampled_from(_WORDS), max_size=12))
    gaps = draw(st.lists(st.sampled_from(_GAPS), min_size=len(words), max_size=len(words)))
    text = "".join(word + gap for word, gap in zip(words, gaps, strict=True))
    return text + "\x0b\x00" if allow_control and draw(st.integers(0, 9)) == 0 else text


@cache
def _metadata() -> st.SearchStrategy[Metadata]:
    plain = st.sampled_from(["", "P1", "narrative", "2008-03-14", "C50.9", "A & B <x>"])
    extra = st.dictionaries(
        st.sampled_from(["author", "ward 7"]), st.sampled_from(["x", "", "é\n"])
    )
    return st.builds(Metadata, plain, plain, plain, plain, plain, plain, extra)


@st.composite
def _sections(draw: st.DrawFn, text: str) -> tuple[Section, ...]:
    if len(text) < 2:
        return ()
    cut = draw(st.integers(1, len(text) - 1))
    kind = st.sampled_from(["", "history", "plan"])
    title = st.sampled_from(["", "HISTORY:", "Plan & advice"])
    return (
        Section(Span(0, cut), draw(kind), draw(title)),
        Section(Span(cut, len(text)), draw(kind), draw(title)),
    )


@st.composite
def _spans(draw: st.DrawFn, text: str, without: Collection[Feature]) -> tuple[Span, ...]:
    max_count = 1 if Feature.DISCONTIGUOUS in without else 3
    count = min(draw(st.integers(1, max_count)), len(text) // 2)
    cuts = draw(
        st.lists(st.integers(0, len(text)), min_size=2 * count, max_size=2 * count, unique=True)
    )
    cuts.sort()
    return tuple(Span(cuts[i], cuts[i + 1]) for i in range(0, len(cuts), 2))


# Hypothesis checks a new strategy each time it draws from it, so these are made only once.
@cache
def _attributes(allowed: bool, words: Vocabulary) -> st.SearchStrategy[dict[str, str]]:
    if not allowed:
        return st.just({})
    return st.dictionaries(st.sampled_from(_NAMES), st.sampled_from(words.values), max_size=2)


@cache
def _codes(
    allowed: bool, names_allowed: bool, words: Vocabulary
) -> st.SearchStrategy[tuple[Code, ...]]:
    if not allowed:
        return st.just(())
    name = st.sampled_from(words.code_names) if names_allowed else st.just("")
    code = st.builds(Code, st.sampled_from(words.codes), st.sampled_from(words.systems), name)
    return st.lists(code, max_size=2, unique=True).map(tuple)


@st.composite
def _sets(
    draw: st.DrawFn, name: str, text: str, without: Collection[Feature], words: Vocabulary
) -> AnnotationSet:
    mentions = draw(_mentions(text, without, words))
    ids = [mention.id for mention in mentions]
    members = st.sampled_from(ids or ["-"])
    relations = [
        Relation(
            f"R{number + 20}",
            draw(st.sampled_from(_LINKS)),
            draw(members),
            draw(members),
            draw(_attributes(Feature.RELATION_ATTRIBUTES not in without, words)),
        )
        for number in range(_draw_count(draw, bool(ids) and Feature.RELATIONS not in without))
    ]
    groups = [
        Group(
            f"g{number}",
            "co_refers",
            tuple(draw(st.lists(members, min_size=1, max_size=4, unique=True))),
            draw(_attributes(Feature.GROUP_ATTRIBUTES not in without, words)),
        )
        for number in range(_draw_count(draw, bool(ids) and Feature.GROUPS not in without))
    ]
    notes = [
        Note(
            draw(st.sampled_from(words.notes)), draw(owner), draw(st.sampled_from(words.note_kinds))
        )
        for _ in range(_draw_count(draw, Feature.NOTES not in without))
        for owner in [st.sampled_from([*ids, *(rel.id for rel in relations), ""])]
    ]
    provenance = Provenance() if Feature.PROVENANCE in without else draw(_provenances())
    return AnnotationSet(
        name, tuple(mentions), tuple(relations), tuple(groups), tuple(notes), "", provenance
    )


def _draw_count(draw: st.DrawFn, allowed: bool) -> int:
    return draw(st.integers(0, 3)) if allowed else 0


@cache
def _provenances() -> st.SearchStrategy[Provenance]:
    full = Provenance("human", "A1", "2026-11-15T10:00:00Z", "goldsmith", ("a", "b"))
    return st.sampled_from([Provenance(), full])


@st.composite
def _mentions(
    draw: st.DrawFn, text: str, without: Collection[Feature], words: Vocabulary
) -> list[Mention]:
    mentions: list[Mention] = []
    taken: list[Span] = []
    kinds = st.just(_TYPES[0]) if Feature.TYPES in without else st.sampled_from(_TYPES)
    codes = _codes(Feature.CODES not in without, Feature.CODE_NAMES not in without, words)
    for mention_id in (
        draw(st.lists(st.sampled_from(words.ids), max_size=5, unique=True)) if text else ()
    ):
        anchored = Feature.UNANCHORED in without or draw(st.integers(0, 5)) > 0
        spans = draw(_spans(text, without)) if anchored and len(text) > 1 else ()
        if anchored and not spans:
            continue
        kind = draw(kinds)
        if _is_excluded(kind, spans, mentions, taken, without):
            continue
        taken += spans
        attributes = draw(_attributes(Feature.ATTRIBUTES not in without, words))
        mentions.append(Mention(mention_id, kind, spans, attributes, draw(codes)))
    return mentions


def _is_excluded(
    kind: str,
    spans: tuple[Span, ...],
    mentions: list[Mention],
    taken: list[Span],
    without: Collection[Feature],
) -> bool:
    if Feature.OVERLAPPING in without and any(
        span.overlaps(used) for span in spans for used in taken
    ):
        return True
    return Feature.DUPLICATES in without and any(
        (kind, spans) == (m.type, m.spans) for m in mentions
    )


def find_lacking_features(carries: Collection[Feature]) -> set[Feature]:
    """Return the features that a format does not carry."""
    return set(Feature) - set(carries)


def any_documents(carries: Collection[Feature]) -> st.SearchStrategy[Document]:
    """Return documents that a format carries, and some that it does not."""
    without = find_lacking_features(carries)
    inside = documents(without=without)
    awkward = st.sampled_from(AWKWARD).flatmap(
        lambda words: documents(without=without, words=words)
    )
    return st.one_of(inside, awkward, documents())


@st.composite
def two_set_documents(draw: st.DrawFn) -> Document:
    """Draw a document with the sets "a" and "b", where b varies a as another annotator might."""
    without = {Feature.SETS, Feature.CONTROL_CHARACTERS, Feature.PROVENANCE, Feature.NOTES}
    doc = draw(documents(without=without))
    first = doc.sets["gold"]
    variations = [draw(_variations(mention, len(doc.text))) for mention in first.mentions]
    mentions = [mention for mention in variations if mention is not None]
    ids = {mention.id for mention in mentions}
    second = AnnotationSet(
        "b",
        tuple(mentions),
        tuple(
            rel
            for rel in first.relations
            if rel.arg1 in ids and rel.arg2 in ids and draw(st.booleans())
        ),
        tuple(group for group in first.groups if ids.issuperset(group.members)),
    )
    return replace(doc, sets={"a": replace(first, name="a"), "b": second})


@st.composite
def _variations(draw: st.DrawFn, mention: Mention, length: int) -> Mention | None:
    """Draw a mention as another annotator marks it: unchanged, missing, or changed in one way."""
    change = draw(
        st.sampled_from(["same", "same", "missed", "extent", "type", "attributes", "code"])
    )
    if change == "missed":
        return None
    if change == "extent" and mention.spans and mention.end < length:
        *first, last = mention.spans
        return replace(mention, spans=(*first, Span(last.start, last.end + 1)))
    if change == "type":
        return replace(mention, type=draw(st.sampled_from(_TYPES)))
    if change == "attributes":
        return replace(mention, attributes=draw(_attributes(True, USUAL)))
    return replace(mention, codes=draw(_codes(True, True, USUAL))) if change == "code" else mention
