"""Ask every question about a document: about its mentions, its chains and unmarked words."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from goldsmith.core import AnnotationSet, Document, Mention, Schema, derive_chains
from goldsmith.project.radar.hierarchy import CodeHierarchy
from goldsmith.project.radar.questions import (
    CUT,
    DIFFERENT,
    INSIDE,
    MARKED,
    OUTSIDE,
    SAME,
    UNMARKED,
    WHOLE,
    Context,
    Keys,
    Question,
    ask_attribute,
    ask_codes,
    ask_type,
    format_codes,
    has_concept,
)
from goldsmith.project.radar.wordings import Range, TokenisedNote, Vocabulary, Words
from goldsmith.text.sections import find_sections


class Traits:
    """The types that have codes, and the attributes to examine: those with a list of values.

    Args:
        schema: The schema; None to examine every attribute that mentions of a type have.
    """

    def __init__(self, schema: Schema | None) -> None:
        self._has_schema = False
        self._names: dict[str, dict[str, str]] = {}
        self._coded: set[str] = set()
        if schema is not None:
            self.adopt(schema)

    def adopt(self, schema: Schema) -> None:
        """Restrict the questions to the attributes of a schema."""
        self._has_schema = True
        self._names = {
            kind.name: {
                name: attribute.default
                for name, attribute in kind.attributes.items()
                if attribute.values
            }
            for kind in schema.mention
        }

    def observe(self, mention: Mention) -> None:
        """Record whether a type has codes, and its attributes if no schema lists them."""
        if mention.codes:
            self._coded.add(mention.type)
        if not self._has_schema:
            names = self._names.setdefault(mention.type, {})
            names.update({name: "" for name in mention.attributes if ":" not in name})

    def has_codes(self, mention_type: str) -> bool:
        """Return whether any mention of a type has a code."""
        return mention_type in self._coded

    def get_values(self, mention: Mention) -> dict[str, str]:
        """Return the values of a mention, with defaults."""
        names = self._names.get(mention.type, {})
        return {name: mention.attributes.get(name, default) for name, default in names.items()}


class Inquiry:
    """Asks the questions about one document.

    Args:
        doc: The document.
        annotation_set: The set under examination.
        vocabulary: The wordings of all mentions of the corpus.
        traits: The codes and attributes to ask about.
        schema: The schema, for chains; None if unknown.
        hierarchy: The hierarchy of codes.
    """

    def __init__(
        self,
        doc: Document,
        annotation_set: AnnotationSet,
        vocabulary: Vocabulary,
        traits: Traits,
        schema: Schema | None,
        hierarchy: CodeHierarchy,
    ) -> None:
        self._doc, self._set = doc, annotation_set
        self._vocabulary, self._traits = vocabulary, traits
        self._schema, self._hierarchy = schema, hierarchy
        self._note = TokenisedNote(doc)
        self._mentions = sorted(
            (m for m in annotation_set.mentions if m.spans), key=lambda m: (m.start, m.end)
        )
        self._ranges = {mention.id: self._note.get_range(mention) for mention in self._mentions}
        self._owners = self._find_owners()

    def ask(self) -> Iterator[Question]:
        """Yield every question about the document."""
        yield from self._ask_unmarked()
        before: Mention | None = None
        for mention in self._mentions:
            words = self._note.get_words(mention)
            if words:
                yield from self._ask_mention(mention, words, before)
                before = mention
        if self._schema is not None:
            yield from self._ask_chains(self._schema)

    def _find_owners(self) -> dict[int, set[str]]:
        """Map each token to the mentions that have it."""
        owners: dict[int, set[str]] = {}
        for mention in self._mentions:
            for span in mention.spans:
                for index in range(*self._note.find_range(span.start, span.end)):
                    owners.setdefault(index, set()).add(mention.id)
        return owners

    # Where

    @cached_property
    def _sections(self) -> tuple[list[int], list[str]]:
        sections = self._doc.sections or find_sections(self._doc.text)
        ordered = sorted((section.span.start, section.kind) for section in sections)
        return [start for start, _ in ordered], [kind for _, kind in ordered]

    def _get_section(self, start: int) -> str:
        starts, kinds = self._sections
        number = bisect_right(starts, start) - 1
        return kinds[number] if number >= 0 else self._doc.metadata.type

    def _get_left(self, first: int, size: int = 1) -> tuple[str, ...]:
        return tuple(
            self._note.get_word(first - step, first - step + 1) if first - step + 1 > 0 else ""
            for step in range(size, 0, -1)
        )

    def _get_right(self, last: int) -> str:
        return self._note.get_word(last, last - 1)

    # Questions

    def _ask_unmarked(self) -> Iterator[Question]:
        for first, last in self._vocabulary.find(self._note):
            if not any(index in self._owners for index in range(first, last)):
                yield self._make_marked(self._note.words[first:last], (first, last), UNMARKED)

    def _make_marked(
        self, words: Sequence[str], place: Range, answer: str, mention: str = ""
    ) -> Question:
        wording, (first, last) = tuple(words), place
        [left], right = self._get_left(first), self._get_right(last)
        start, end = self._note.starts[first], self._note.ends[last - 1]
        key = ("marked", wording)
        chains = (
            (key, (*key, "left", left), (*key, left, right)),
            (key, (*key, "right", right)),
            (key, (*key, "section", self._get_section(start))),
        )
        return Question(
            "marked", "", ("marked",), chains, answer, wording, ((start, end),), mention
        )

    def _ask_mention(
        self, mention: Mention, words: Words, before: Mention | None
    ) -> Iterator[Question]:
        place = self._ranges[mention.id]
        first, last = place or self._note.find_range(mention.start, mention.end)
        preceding, following = self._get_left(first, 3), self._get_right(last)
        context = Context(words, preceding, following, self._get_section(mention.start))
        yield ask_type(mention, context)
        if self._traits.has_codes(mention.type):
            yield ask_codes(mention, context, self._doc.metadata.patient or self._doc.id)
        for name, value in self._traits.get_values(mention).items():
            earlier = self._get_earlier(mention, before, name)
            yield ask_attribute(mention, context, name, value, earlier)
        if place is not None:
            yield from self._ask_extent(mention, words, place)

    def _get_earlier(self, mention: Mention, before: Mention | None, name: str) -> str:
        """Return the value of the mention before this one, if it is on the same line."""
        if before is None or "\n" in self._doc.text[before.end : mention.start]:
            return ""
        return f"{before.type}: {self._traits.get_values(before).get(name, '')}"

    def _ask_extent(self, mention: Mention, words: Words, place: Range) -> Iterator[Question]:
        is_aligned = self._note.is_aligned(mention.start, mention.end)
        span = (mention.start, mention.end)
        first, last = place
        whole = (self._note.starts[first], self._note.ends[last - 1])
        yield Question(
            "cut",
            "",
            ("cut",),
            ((("cut", mention.type), ("cut", mention.type, words)),),
            WHOLE if is_aligned else CUT,
            words,
            (span,),
            mention.id,
            (whole,),
        )
        if not is_aligned:
            return
        yield self._make_marked(words, place, MARKED, mention.id)
        for side in ("before", "after"):
            yield from self._ask_edge(mention, words, place, side)

    def _ask_edge(
        self, mention: Mention, words: Words, place: Range, side: str
    ) -> Iterator[Question]:
        """Ask whether the outermost word belongs inside the mention and the next word outside."""
        first, last = place
        starts, ends = self._note.starts, self._note.ends
        is_before = side == "before"
        if len(words) > 1:
            core = words[1:] if is_before else words[:-1]
            word = words[0] if is_before else words[-1]
            fix = (starts[first + 1], mention.end) if is_before else (mention.start, ends[last - 2])
            yield self._make_edge(mention, words, (side, word), core, INSIDE, fix)
        index = first - 1 if is_before else last
        word = self._note.get_word(index, index + 1 if is_before else index - 1)
        if word and index not in self._owners:
            fix = (starts[index], mention.end) if is_before else (mention.start, ends[index])
            yield self._make_edge(mention, words, (side, word), words, OUTSIDE, fix)

    def _make_edge(
        self,
        mention: Mention,
        words: Words,
        edge: tuple[str, str],
        core: Words,
        answer: str,
        fix: tuple[int, int],
    ) -> Question:
        side, word = edge
        beside = core[0] if side == "before" else core[-1]
        key: Keys = ("edge", side, word)
        chains = (
            (key, (*key, beside), (*key, mention.type, core)),
            (("edge", side, "core", core), (*key, mention.type, core)),
            (key, (*key, mention.type)),
        )
        return Question(
            "edge",
            f"{word} {side}",
            ("edge", side),
            chains,
            answer,
            words,
            ((mention.start, mention.end),),
            mention.id,
            (fix,),
        )

    def _ask_chains(self, schema: Schema) -> Iterator[Question]:
        mentions = {mention.id: mention for mention in self._mentions}
        for chain in derive_chains(self._set, schema):
            members = [mentions[m] for m in chain.members if m in mentions]
            coded = [(m, format_codes(m)) for m in members if has_concept(m)]
            if len(coded) < 2:
                continue
            frequency = Counter(codes for _, codes in coded)
            for mention, codes in coded:
                usual = _choose_usual(frequency, codes)
                is_same = usual == codes or self._hierarchy.is_related(usual, codes)
                words = self._note.get_words(mention)
                yield Question(
                    "chain",
                    "",
                    ("chain",),
                    ((("chain", usual),), (("chain", "words", words),)),
                    SAME if is_same else DIFFERENT,
                    words,
                    tuple((span.start, span.end) for span in mention.spans),
                    mention.id,
                    detail="" if is_same else f"{codes} in a chain of {usual}",
                )


def _choose_usual(frequency: Mapping[str, int], codes: str) -> str:
    """Return the most frequent codes of the rest of a chain."""
    rest = {key: count - (key == codes) for key, count in frequency.items()}
    return max(rest, key=lambda key: (rest[key], key))
