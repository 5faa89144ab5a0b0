"""A document at work: its text taken apart once, and what components have added so far."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property

from goldsmith.core import AnnotationSet, Document, Mention, Provenance, Relation, Section, Span
from goldsmith.text.longforms import LongForm, long_forms
from goldsmith.text.sections import sections
from goldsmith.text.sentences import sentences
from goldsmith.text.tokens import Tokens, tokenise


class Analysis:
    """What is known about a document while it goes through a pipeline.

    Tokens, sentences and sections are made when first asked for. `mentions` and `relations` are
    those that components added; the sets of the document itself are never changed.
    """

    def __init__(self, doc: Document) -> None:
        self.doc = doc
        self.text = doc.text
        self.mentions: list[Mention] = []
        self.relations: list[Relation] = []
        self._given = 0
        self._taken: frozenset[str] = frozenset()

    @cached_property
    def tokens(self) -> Tokens:
        return tokenise(self.text)

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """Sentences as ranges of tokens."""
        return sentences(self.text, self.tokens)

    @cached_property
    def sections(self) -> list[Section]:
        """The sections the document came with, or those that are found."""
        return list(self.doc.sections) or sections(self.text)

    @cached_property
    def long_forms(self) -> list[LongForm]:
        """Abbreviations that the text explains."""
        return long_forms(self.text)

    @cached_property
    def section_kinds(self) -> list[str]:
        """The kind of section that each sentence lies in; empty where there is none."""
        starts = [section.span.start for section in self.sections]
        kinds = []
        for first, _ in self.sentences:
            at = bisect_right(starts, self.tokens.starts[first]) - 1
            inside = at >= 0 and self.tokens.starts[first] < self.sections[at].span.end
            kinds.append(self.sections[at].kind if inside else "")
        return kinds

    def range_of(self, span: Span) -> tuple[int, int]:
        """The tokens that a span touches, as a range."""
        first = bisect_right(self.tokens.ends, span.start)
        return first, bisect_left(self.tokens.starts, span.end)

    def span_of(self, first: int, last: int) -> Span:
        """From the start of one token to the end of another, both included."""
        return Span(self.tokens.starts[first], self.tokens.ends[last])

    @cached_property
    def _first_tokens(self) -> list[int]:
        return [first for first, _ in self.sentences]

    def sentence_at(self, token: int) -> int:
        """The number of the sentence that a token is in."""
        return max(0, bisect_right(self._first_tokens, token) - 1)

    def fresh_id(self, letter: str) -> str:
        """An identifier that no annotation of this analysis has."""
        self._given += 1
        while (name := f"{letter}{self._given}") in self._taken:
            self._given += 1
        return name

    def add(self, type_: str, spans: Iterable[Span]) -> Mention:
        """A mention of that type, added."""
        mention = Mention(self.fresh_id("s"), type_, tuple(spans))
        self.mentions.append(mention)
        return mention

    def take(self, gold: AnnotationSet) -> None:
        """Start from annotations that are given, as when mentions are known and codes are not."""
        self.mentions = [mention for mention in gold.mentions if mention.spans]
        self._taken = frozenset(one.id for one in gold.annotations)

    def annotation_set(
        self, name: str, *, schema: str = "", provenance: Provenance
    ) -> AnnotationSet:
        """What the components added, as a set like any other."""
        ordered = sorted(self.mentions, key=lambda one: (one.start, one.end, one.type, one.id))
        return AnnotationSet(
            name,
            mentions=tuple(ordered),
            relations=tuple(self.relations),
            schema=schema,
            provenance=provenance,
        )
