"""Policies of the layer `clef`: whole or in parts, signals, and relations that words show."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from goldsmith.core import Document, Mention
from goldsmith_demo.gold_check.finding import Finding, Place, Rule, check_each
from goldsmith_demo.gold_check.words import (
    find_absent,
    get_extent,
    list_arguments,
    list_neighbours,
    read_words,
)

_SIGNALS = {
    "Negation": "negation_modifies",
    "Laterality": "laterality_modifies",
    "Sub-location": "sub_location_modifies",
}
_OUTSIDE = re.compile(
    r"(?:the|an?|this|these|his|her|your|mild|moderate|severe|new|palliative(?! care)|adjuvant"
    r"|radical) ",
    re.IGNORECASE,
)
_ONE_NAME = frozenset(map("".join, map(sorted, ("calcium and vitamin d",))))
"""The letters of names that hold "and": typing errors only transpose them."""
_SHARE = 0.95
"""A type is that of words if so many of their mentions have it."""
_ENOUGH = 20
_PRONOUNS = frozenset("they them these those this that".split())
_TWO_MEANINGS = frozenset(
    "depression; anc; base; ca; calcium; pe; pr; core; cores; it; this; head; back; upper lobe; "
    "middle lobe; lower lobe; lobe; lobes; apex; apices; sigmoid; central; renal".split("; ")
)
_ADJACENT = {
    ("Laterality", "Locus"): "laterality_modifies",
    ("Laterality", "Intervention"): "laterality_modifies",
    ("Sub-location", "Locus"): "sub_location_modifies",
    ("Locus", "Condition"): "has_location",
    ("Locus", "Investigation"): "has_target",
    ("Locus", "Intervention"): "has_target",
    ("Investigation", "Result"): "has_finding",
    ("Negation", "Condition"): "negation_modifies",
}
_AFTER = {
    ("Condition", "Locus"): (
        "has_location",
        re.compile(r" (?:in|of|over|within) (?:the |her |his )?"),
    ),
    ("Investigation", "Locus"): ("has_target", re.compile(r" of (?:the |her |his )?")),
    ("Intervention", "Locus"): ("has_target", re.compile(r" (?:of|to) (?:the |her |his )?")),
    ("Drug-or-device", "Condition"): ("has_indication", re.compile(r" for (?:the |her |his )?")),
    ("Intervention", "Condition"): ("has_indication", re.compile(r" for (?:the |her |his )?")),
}
_JUDGED = ("Locus", "Investigation")
_JUDGEMENT = re.compile(
    r"(?::| is| are| was| were|) (clear|soft|normal|supple|unremarkable)(?![\w-])", re.IGNORECASE
)
_PHRASE = re.compile(
    r" (?:evidence|signs?|suggestion) of\b| concern for\b| for\b(?! (?:the )?review)"
)
_FRAME = re.compile(r"(?:in no|has|have|had|there|she|he)\b.*|.* (?:had|any)")
_SIDE = re.compile(r"(?:left|right|bilateral)\b")
_NO_PLACES = frozenset("imaged uninvolved lung lungs cervical thoracic lumbar sacral".split())
_SHARED = re.compile(r"(?:,| and) (?:[TL]\d\d?)\b")
_PLACED = re.compile(
    r"(?:pain|fluid|pressure|spread|swelling|clot|lump|mass) (?:in|of|on|to|within) the .+"
)
_REVERSED = ("has_location", "has_target")
_BOTH = re.compile(r"\bboth \Z", re.IGNORECASE)
_PRONOUNS = frozenset(("it", "this", "they", "them"))


@check_each
def find_overlaps(doc: Document) -> Iterator[Place]:
    """State that a term is whole or in parts, never both; coordinated terms share words."""
    whole = [mention for mention in doc.sets["clef"].mentions if len(mention.spans) == 1]
    last: Mention | None = None
    for mention in sorted(whole, key=get_extent):
        if last is not None and mention.spans[0].start < last.spans[0].end:
            yield (*get_extent(mention), f"overlaps: {read_words(doc, last)}")
        last = mention


@check_each
def find_idle_signals(doc: Document) -> Iterator[Place]:
    """State that every negation, side and sub-location has its relation."""
    gold = doc.sets["clef"]
    for mention in gold.mentions:
        kind = _SIGNALS.get(mention.type)
        if kind and not list_arguments(gold, kind).get(mention.id):
            yield (*get_extent(mention), f"no {kind}: {read_words(doc, mention)}")


@check_each
def find_words_to_leave_out(doc: Document) -> Iterator[Place]:
    """State that articles, severity and aims stay outside a span."""
    for mention in doc.sets["clef"].mentions:
        if _OUTSIDE.match(doc.text, *get_extent(mention)):
            yield (*get_extent(mention), read_words(doc, mention))


@check_each
def find_joined_drugs(doc: Document) -> Iterator[Place]:
    """State that drugs that are named together are mentions of their own."""
    for mention in doc.sets["clef"].mentions:
        words = read_words(doc, mention)
        joined = "".join(sorted(words)) not in _ONE_NAME and re.search(r" and |, |/", words)
        if mention.type == "Drug-or-device" and joined:
            yield (*get_extent(mention), words)


@check_each
def find_split_lobes(doc: Document) -> Iterator[Place]:
    """State that "upper lobe" is one mention: a Locus, or a Sub-location of the lung it is in."""
    for mention in doc.sets["clef"].mentions:
        start, end = get_extent(mention)
        part = re.fullmatch(r"upper|middle|lower", read_words(doc, mention))
        if part and re.match(r" lobe\b", doc.text[end : end + 6]):
            yield start, end, f"half a lobe: {part[0]}"


@check_each
def find_findings_ruled_out(doc: Document) -> Iterator[Place]:
    """State that has_finding leads to what a test showed or suspects, not to what is absent."""
    gold = doc.sets["clef"]
    mentions, absent = {mention.id: mention for mention in gold.mentions}, find_absent(doc, gold)
    for relation in gold.relations:
        if relation.type == "has_finding" and relation.arg2 in absent:
            mention = mentions[relation.arg2]
            yield (*get_extent(mention), f"found and absent: {read_words(doc, mention)}")


@check_each
def find_coreference_of_absent(doc: Document) -> Iterator[Place]:
    """State that what is absent is the same thing as nothing else."""
    gold = doc.sets["clef"]
    mentions, absent = {mention.id: mention for mention in gold.mentions}, find_absent(doc, gold)
    for relation in gold.relations:
        for argument in (relation.arg1, relation.arg2):
            if relation.type == "co_refers" and argument in absent:
                yield (*get_extent(mentions[argument]), read_words(doc, mentions[argument]))


@check_each
def find_coreference_across_types(doc: Document) -> Iterator[Place]:
    """State that mentions which co-refer have the same type."""
    gold = doc.sets["clef"]
    mentions = {mention.id: mention for mention in gold.mentions}
    for relation in gold.relations:
        first, second = mentions[relation.arg1], mentions[relation.arg2]
        if relation.type == "co_refers" and first.type != second.type:
            yield (*get_extent(first), f"{first.type} and {second.type}: {read_words(doc, first)}")


@check_each
def find_judgements_without_result(doc: Document) -> Iterator[Place]:
    """State that "clear", "soft" and the like behind a place or test are Results everywhere."""
    gold = doc.sets["clef"]
    starts = {span.start for mention in gold.mentions for span in mention.spans}
    for mention in gold.mentions:
        end = get_extent(mention)[1]
        match = _JUDGEMENT.match(doc.text, end) if mention.type in _JUDGED else None
        if match and match.start(1) not in starts:
            yield match.start(1), match.end(1), f"{read_words(doc, mention)} {match[1]}"


@check_each
def find_short_signals(doc: Document) -> Iterator[Place]:
    """State that "evidence of" and the like belong to the signal of negation."""
    for mention in doc.sets["clef"].mentions:
        end = get_extent(mention)[1]
        if mention.type == "Negation" and _PHRASE.match(doc.text, end):
            yield (*get_extent(mention), doc.text[end : end + 15])


@check_each
def find_long_signals(doc: Document) -> Iterator[Place]:
    """State that verbs, prepositions and "any" around a signal of negation stay outside."""
    for mention in doc.sets["clef"].mentions:
        if mention.type == "Negation" and _FRAME.fullmatch(read_words(doc, mention)):
            yield (*get_extent(mention), read_words(doc, mention))


@check_each
def find_parts_that_are_none(doc: Document) -> Iterator[Place]:
    """State that a Sub-location is a part of a place: no organ, and no word such as "imaged"."""
    for mention in doc.sets["clef"].mentions:
        if mention.type == "Sub-location" and read_words(doc, mention) in _NO_PLACES:
            yield (*get_extent(mention), read_words(doc, mention))


@check_each
def find_joined_places(doc: Document) -> Iterator[Place]:
    """State that vertebrae in a row are places of their own, and a place behind a condition too."""
    for mention in doc.sets["clef"].mentions:
        words = read_words(doc, mention)
        joined = mention.type == "Locus" and _SHARED.search(words.upper())
        if joined or (mention.type == "Condition" and _PLACED.fullmatch(words)):
            yield (*get_extent(mention), words)


@check_each
def find_half_words(doc: Document) -> Iterator[Place]:
    """State that a mention begins and ends with a word."""
    for mention in doc.sets["clef"].mentions:
        for span in mention.spans:
            edges = (
                doc.text[span.start - 1 : span.start + 1],
                doc.text[span.end - 1 : span.end + 1],
            )
            if any(len(edge) > 1 and edge.isalpha() for edge in edges):
                yield span.start, span.end, read_words(doc, mention)


@check_each
def find_sided_operations(doc: Document) -> Iterator[Place]:
    """State that the side of an operation is a mention of its own."""
    for mention in doc.sets["clef"].mentions:
        if mention.type == "Intervention" and _SIDE.match(read_words(doc, mention)):
            yield (*get_extent(mention), read_words(doc, mention))


@check_each
def find_unrelated_neighbours(doc: Document) -> Iterator[Place]:
    """State that words which stand together are related, in every kind of note."""
    gold = doc.sets["clef"]
    pairs = {(relation.arg1, relation.type, relation.arg2) for relation in gold.relations}
    for first, between, second in list_neighbours(doc, gold):
        kind = _ADJACENT.get((first.type, second.type), "") if between == " " else ""
        after = _AFTER.get((first.type, second.type))
        if after and after[1].fullmatch(between):
            kind = after[0]
            row = (first.id, kind, second.id)
        elif kind in _REVERSED:
            row = (second.id, kind, first.id)
        else:
            row = (first.id, kind, second.id)
        if kind and row not in pairs:
            what = (
                f"{first.type} {read_words(doc, first)} | {second.type} {read_words(doc, second)}"
            )
            yield first.spans[0].start, second.spans[0].end, f"no {kind}: {what}"


def find_uneven_types(docs: Sequence[Document]) -> Iterator[Finding]:
    """State that the same words have the same type everywhere."""
    counts = _count_types(docs)
    for doc in docs:
        for mention in doc.sets["clef"].mentions:
            words = read_words(doc, mention)
            total, (usual, most) = counts[words].total(), counts[words].most_common(1)[0]
            settled = total >= _ENOUGH and most > _SHARE * total and words not in _TWO_MEANINGS
            if settled and mention.type != usual:
                what = f"{words}: {mention.type}, elsewhere {usual}"
                yield Finding("find_uneven_types", doc.id, *get_extent(mention), what)


def find_unmarked_words(docs: Sequence[Document]) -> Iterator[Finding]:
    """State that words which are mentions nearly everywhere are mentions everywhere."""
    usual = _list_usual_words(docs)
    if not usual:
        return
    longest = sorted(usual, key=len, reverse=True)
    pattern = re.compile(
        rf"(?<![\w-])(?<!illicit )(?:{'|'.join(map(re.escape, longest))})(?![\w:-]| - )", re.I
    )
    for doc in docs:
        taken = _list_marked(doc)
        for match in pattern.finditer(doc.text):
            if not any(match.start() < end and start < match.end() for start, end in taken):
                yield Finding("find_unmarked_words", doc.id, *match.span(), match[0].lower())


def _count_types(docs: Sequence[Document]) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for doc in docs:
        for mention in doc.sets["clef"].mentions:
            counts[read_words(doc, mention)][mention.type] += 1
    return counts


def _list_marked(doc: Document) -> list[tuple[int, int]]:
    return [(span.start, span.end) for m in doc.sets["clef"].mentions for span in m.spans]


def _list_usual_words(docs: Sequence[Document]) -> set[str]:
    """Return words of conditions, drugs, tests and treatments that are nearly always mentions."""
    counts = _count_types(docs)
    candidates = {
        words
        for words, types in counts.items()
        if len(words) > 3
        and words not in _PRONOUNS
        and types.total() >= _ENOUGH
        and set(types) <= {"Condition", "Drug-or-device", "Intervention", "Investigation"}
    }
    places: Counter[str] = Counter()
    for doc in docs:
        low = doc.text.lower()
        for words in candidates:
            if words in low:
                places[words] += len(re.findall(rf"(?<![\w-]){re.escape(words)}(?![\w-])", low))
    return {words for words in candidates if counts[words].total() > _SHARE * places[words]}


@check_each
def find_unmarked_sides(doc: Document) -> Iterator[Place]:
    """State that "both" before a place is a side."""
    gold = doc.sets["clef"]
    starts = {get_extent(mention)[0] for mention in gold.mentions if mention.type == "Laterality"}
    for mention in gold.mentions:
        start = get_extent(mention)[0]
        match = (
            _BOTH.search(doc.text, max(0, start - 6), start) if mention.type == "Locus" else None
        )
        if match and match.start() not in starts:
            yield match.start(), start, f"no side: both {read_words(doc, mention)}"


@check_each
def find_lone_pronouns(doc: Document) -> Iterator[Place]:
    """State that every pronoun that stands for an entity is in a chain."""
    gold = doc.sets["clef"]
    chained = {
        key
        for relation in gold.relations
        if relation.type == "co_refers"
        for key in (relation.arg1, relation.arg2)
    }
    for mention in gold.mentions:
        if read_words(doc, mention) in _PRONOUNS and mention.id not in chained:
            yield (*get_extent(mention), f"in no chain: {read_words(doc, mention)}")


RULES: tuple[Rule, ...] = (
    find_overlaps,
    find_idle_signals,
    find_words_to_leave_out,
    find_joined_drugs,
    find_split_lobes,
    find_findings_ruled_out,
    find_coreference_of_absent,
    find_coreference_across_types,
    find_judgements_without_result,
    find_short_signals,
    find_long_signals,
    find_parts_that_are_none,
    find_joined_places,
    find_half_words,
    find_sided_operations,
    find_unrelated_neighbours,
    find_unmarked_sides,
    find_lone_pronouns,
    find_uneven_types,
    find_unmarked_words,
)
