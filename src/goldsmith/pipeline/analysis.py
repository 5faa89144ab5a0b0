"""A document while components annotate it: tokens, sentences, sections and new annotations."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property

from goldsmith.core import (
    AnnotationSet,
    Chain,
    Document,
    Group,
    Mention,
    Provenance,
    Relation,
    Schema,
    Section,
    Span,
    derive_chains,
)
from goldsmith.text.long_forms import LongForm, find_long_forms
from goldsmith.text.sections import find_sections
from goldsmith.text.sentences import split_sentences
from goldsmith.text.tokens import Tokens, tokenise


class Analysis:
    """A document on its way through a pipeline, with the annotations components have added.

    Tokens, sentences, sections and long forms are computed on first use and then shared by all
    components. Components append to `mentions`, `relations` and `groups`; the annotation sets of
    the document itself never change.

    Example:
        >>> analysis = Analysis(Document("d", "No chest pain."))
        >>> analysis.tokens.words
        ['No', 'chest', 'pain', '.']
        >>> analysis.add_mention("Condition", [analysis.make_span(1, 2)]).type
        'Condition'
    """

    def __init__(self, doc: Document) -> None:
        self.doc = doc
        self.text = doc.text
        self.mentions: list[Mention] = []
        self.relations: list[Relation] = []
        self.groups: list[Group] = []
        #: Whether the mentions were taken from existing annotations, not found by components.
        self.has_given_mentions = False
        self._last_id = 0
        self._reserved_ids: frozenset[str] = frozenset()

    @cached_property
    def tokens(self) -> Tokens:
        """Words of the text with their offsets."""
        return tokenise(self.text)

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """Sentences as token ranges, end exclusive."""
        return split_sentences(self.text, self.tokens)

    @cached_property
    def sections(self) -> list[Section]:
        """Sections of the document; detected in the text if the document has none."""
        return list(self.doc.sections) or find_sections(self.text)

    @cached_property
    def long_forms(self) -> list[LongForm]:
        """Abbreviations that the text defines, with their long forms."""
        return find_long_forms(self.text)

    @cached_property
    def section_kinds(self) -> list[str]:
        """For each sentence, the kind of its section; empty outside any section."""
        starts = [section.span.start for section in self.sections]
        kinds = []
        for first, _ in self.sentences:
            start = self.tokens.starts[first]
            index = bisect_right(starts, start) - 1
            inside = index >= 0 and start < self.sections[index].span.end
            kinds.append(self.sections[index].kind if inside else "")
        return kinds

    def find_tokens(self, span: Span) -> tuple[int, int]:
        """Return the range of tokens that a span touches, end exclusive."""
        first = bisect_right(self.tokens.ends, span.start)
        return first, bisect_left(self.tokens.starts, span.end)

    def make_span(self, first: int, last: int) -> Span:
        """Return the span from the start of token `first` to the end of token `last`."""
        return Span(self.tokens.starts[first], self.tokens.ends[last])

    @cached_property
    def _first_tokens(self) -> list[int]:
        return [first for first, _ in self.sentences]

    def find_sentence(self, token: int) -> int:
        """Return the index of the sentence that contains a token."""
        return max(0, bisect_right(self._first_tokens, token) - 1)

    def make_id(self, letter: str) -> str:
        """Return an id, starting with `letter`, that no annotation of this analysis has."""
        self._last_id += 1
        while (name := f"{letter}{self._last_id}") in self._reserved_ids:
            self._last_id += 1
        return name

    def add_mention(self, type_: str, spans: Iterable[Span]) -> Mention:
        """Add a mention with a new id and return it."""
        mention = Mention(self.make_id("s"), type_, tuple(spans))
        self.mentions.append(mention)
        return mention

    def take(self, gold: AnnotationSet, *, groups: bool = False) -> None:
        """Start from existing annotations instead of an empty analysis.

        Use it to run later components on gold mentions, e.g. normalisation alone. Mentions without
        a span are left out.

        Args:
            gold: The set to start from.
            groups: Take its groups as well. Off by default: they would appear in the result as if
                a component had found them.
        """
        self.mentions = [mention for mention in gold.mentions if mention.spans]
        self.has_given_mentions = True
        if groups:
            self.groups = list(gold.groups)
        self._reserved_ids = frozenset(annotation.id for annotation in gold.annotations)

    def derive_chains(self, schema: Schema) -> tuple[Chain, ...]:
        """Return the coreference chains that follow from the relations and groups so far.

        Args:
            schema: Says which relation and group types express identity.
        """
        annotations = self.to_annotation_set("", provenance=Provenance())
        return derive_chains(annotations, schema, text=self.text)

    def to_annotation_set(
        self, name: str, *, schema: str = "", provenance: Provenance
    ) -> AnnotationSet:
        """Return the annotations as a set, with mentions in text order."""
        mentions = sorted(self.mentions, key=lambda m: (m.start, m.end, m.type, m.id))
        return AnnotationSet(
            name,
            mentions=tuple(mentions),
            relations=tuple(self.relations),
            groups=tuple(self.groups),
            schema=schema,
            provenance=provenance,
        )
