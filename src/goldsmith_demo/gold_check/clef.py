"""Rules for the layer `clef`: extents, negation and other signals, and relations."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from goldsmith.core import Document, Mention
from goldsmith_demo.gold_check.finding import Finding, Place, check_each, check_mentions
from goldsmith_demo.gold_check.words import (
    LISTS,
    collect_absent,
    get_extent,
    list_arguments,
    list_extents,
    list_neighbours,
    list_relations,
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
"""Sorted letters of drug names that contain "and"; typing errors only transpose letters."""
_SHARE = 0.95
"""Words have a settled type, or are settled as mentions, if the share exceeds this."""
_ENOUGH = 20
_TWO_MEANINGS = frozenset(LISTS["two_meanings"])
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
    ("Condition", "Locus"): ("has_location", "in|of|over|within"),
    ("Investigation", "Locus"): ("has_target", "of"),
    ("Intervention", "Locus"): ("has_target", "of|to"),
    ("Drug-or-device", "Condition"): ("has_indication", "for"),
    ("Intervention", "Condition"): ("has_indication", "for"),
}
"""Types of two mentions -> the relation between them if one of these prepositions connects them."""
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
_BOTH = re.compile(r"\bboth \Z", re.IGNORECASE)
_VAGUE = re.compile(
    r"treatment|therapy|it|paracetamol|acetaminophen|co-codamol|naproxen|ibuprofen", re.IGNORECASE
)
_PRONOUNS = frozenset(("it", "this", "they", "them"))


@check_each
def find_overlaps(doc: Document) -> Iterator[Place]:
    """Find contiguous mentions that overlap; only discontiguous mentions may share words."""
    whole = [mention for mention in doc.sets["clef"].mentions if len(mention.spans) == 1]
    last: Mention | None = None
    for mention in sorted(whole, key=get_extent):
        if last is not None and mention.spans[0].start < last.spans[0].end:
            yield (*get_extent(mention), f"overlaps: {read_words(doc, last)}")
        last = mention


@check_each
def find_idle_signals(doc: Document) -> Iterator[Place]:
    """Find negations, sides and sub-locations without the relation that they require."""
    gold = doc.sets["clef"]
    for mention in gold.mentions:
        kind = _SIGNALS.get(mention.type)
        if kind and not list_arguments(gold, kind).get(mention.id):
            yield (*get_extent(mention), f"no {kind}: {read_words(doc, mention)}")


@check_mentions("clef")
def find_words_to_leave_out(doc: Document, mention: Mention) -> str:
    """Find spans that begin with an article, a severity or the aim of a treatment."""
    return read_words(doc, mention) if _OUTSIDE.match(doc.text, *get_extent(mention)) else ""


@check_mentions("clef", kind="Drug-or-device")
def find_joined_drugs(doc: Document, mention: Mention) -> str:
    """Find mentions that cover several drugs; each drug is a separate mention."""
    words = read_words(doc, mention)
    is_joined = "".join(sorted(words)) not in _ONE_NAME and re.search(r" and |, |/", words)
    return words if is_joined else ""


@check_mentions("clef")
def find_split_lobes(doc: Document, mention: Mention) -> str:
    """Find lobes cut in half: "upper lobe" is one mention, a Locus or a Sub-location of a lung."""
    end = get_extent(mention)[1]
    words, is_lobe = read_words(doc, mention), re.match(r" lobe\b", doc.text[end : end + 6])
    return f"half a lobe: {words}" if is_lobe and words in ("upper", "middle", "lower") else ""


@check_each
def find_findings_ruled_out(doc: Document) -> Iterator[Place]:
    """Find absent conditions that a has_finding relation links to a test."""
    absent = collect_absent(doc, doc.sets["clef"])
    for relation, _, mention in list_relations(doc, "clef"):
        if relation.type == "has_finding" and mention.id in absent:
            yield (*get_extent(mention), f"both a finding and absent: {read_words(doc, mention)}")


@check_each
def find_coreference_of_absent(doc: Document) -> Iterator[Place]:
    """Find absent conditions that co-refer with another mention."""
    absent = collect_absent(doc, doc.sets["clef"])
    for relation, *mentions in list_relations(doc, "clef"):
        for mention in mentions:
            if relation.type == "co_refers" and mention.id in absent:
                yield (*get_extent(mention), read_words(doc, mention))


@check_each
def find_coreference_across_types(doc: Document) -> Iterator[Place]:
    """Find co-referring mentions of different types."""
    for relation, first, second in list_relations(doc, "clef"):
        if relation.type == "co_refers" and first.type != second.type:
            yield (*get_extent(first), f"{first.type} and {second.type}: {read_words(doc, first)}")


@check_each
def find_judgements_without_result(doc: Document) -> Iterator[Place]:
    """Find "clear", "soft" and the like after a place or test that are not marked as Results."""
    gold = doc.sets["clef"]
    starts = {span.start for mention in gold.mentions for span in mention.spans}
    for mention in gold.mentions:
        end = get_extent(mention)[1]
        match = _JUDGEMENT.match(doc.text, end) if mention.type in _JUDGED else None
        if match and match.start(1) not in starts:
            yield match.start(1), match.end(1), f"{read_words(doc, mention)} {match[1]}"


@check_mentions("clef", kind="Negation")
def find_short_signals(doc: Document, mention: Mention) -> str:
    """Find signals of negation without the "evidence of" or "signs of" that belongs to them."""
    end = get_extent(mention)[1]
    return doc.text[end : end + 15] if _PHRASE.match(doc.text, end) else ""


@check_mentions("clef", kind="Negation")
def find_long_signals(doc: Document, mention: Mention) -> str:
    """Find signals of negation that include a verb, a preposition or "any"."""
    words = read_words(doc, mention)
    return words if _FRAME.fullmatch(words) else ""


@check_mentions("clef", kind="Sub-location")
def find_parts_that_are_none(doc: Document, mention: Mention) -> str:
    """Find Sub-locations that are not a part of a place: organs, and words such as "imaged"."""
    words = read_words(doc, mention)
    return words if words in _NO_PLACES else ""


@check_mentions("clef")
def find_joined_places(doc: Document, mention: Mention) -> str:
    """Find loci that cover several vertebrae, and conditions that include the place after them."""
    words = read_words(doc, mention)
    is_joined = mention.type == "Locus" and _SHARED.search(words.upper())
    is_placed = mention.type == "Condition" and _PLACED.fullmatch(words)
    return words if is_joined or is_placed else ""


@check_each
def find_half_words(doc: Document) -> Iterator[Place]:
    """Find spans that begin or end inside a word."""
    for mention in doc.sets["clef"].mentions:
        for span in mention.spans:
            edges = (doc.text[at - 1 : at + 1] for at in (span.start, span.end))
            if any(len(edge) > 1 and edge.isalpha() for edge in edges):
                yield span.start, span.end, read_words(doc, mention)


@check_mentions("clef", kind="Intervention")
def find_sided_operations(doc: Document, mention: Mention) -> str:
    """Find operations that include their side, which is a separate mention."""
    words = read_words(doc, mention)
    return words if _SIDE.match(words) else ""


@check_each
def find_unrelated_neighbours(doc: Document) -> Iterator[Place]:
    """Find neighbouring mentions without the relation that their types and wording imply."""
    gold = doc.sets["clef"]
    pairs = {(relation.arg1, relation.type, relation.arg2) for relation in gold.relations}
    for first, between, second in list_neighbours(doc, gold):
        types = first.type, second.type
        kind = _ADJACENT.get(types, "") if between == " " else ""
        after, words = _AFTER.get(types, ("", ""))
        if after and re.fullmatch(rf" (?:{words}) (?:the |her |his )?", between):
            kind = after
        ends = (second.id, first.id) if first.type == "Locus" else (first.id, second.id)
        if kind and (ends[0], kind, ends[1]) not in pairs:
            named = (f"{mention.type} {read_words(doc, mention)}" for mention in (first, second))
            yield first.start, second.end, f"no {kind}: {' | '.join(named)}"


def find_uneven_types(docs: Sequence[Document]) -> Iterator[Finding]:
    """Find mentions whose type differs from the usual type of the same words."""
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
    """Find unmarked occurrences of words that are mentions nearly everywhere else."""
    usual = _list_usual_words(docs)
    if not usual:
        return
    longest = sorted(usual, key=len, reverse=True)
    pattern = re.compile(
        rf"(?<![\w-])(?<!illicit )(?:{'|'.join(map(re.escape, longest))})(?![\w:-]| - )", re.I
    )
    for doc in docs:
        taken = list_extents(doc.sets["clef"])
        for match in pattern.finditer(doc.text):
            if not any(match.start() < end and start < match.end() for start, end in taken):
                yield Finding("find_unmarked_words", doc.id, *match.span(), match[0].lower())


def _count_types(docs: Sequence[Document]) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for doc in docs:
        for mention in doc.sets["clef"].mentions:
            counts[read_words(doc, mention)][mention.type] += 1
    return counts


def _list_usual_words(docs: Sequence[Document]) -> set[str]:
    """Return words of conditions, drugs, tests and treatments that are nearly always marked."""
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
    """Find "both" before a place without a Laterality mention."""
    gold = doc.sets["clef"]
    starts = {get_extent(mention)[0] for mention in gold.mentions if mention.type == "Laterality"}
    for mention in gold.mentions:
        start, is_place = get_extent(mention)[0], mention.type == "Locus"
        match = _BOTH.search(doc.text, max(0, start - 6), start)
        if is_place and match and match.start() not in starts:
            yield match.start(), start, f"side not marked: both {read_words(doc, mention)}"


@check_each
def find_lone_pronouns(doc: Document) -> Iterator[Place]:
    """Find pronouns that are in no co-reference chain."""
    gold = doc.sets["clef"]
    chains = list_arguments(gold, "co_refers")
    chained = chains.keys() | {key for keys in chains.values() for key in keys}
    for mention in gold.mentions:
        if read_words(doc, mention) in _PRONOUNS and mention.id not in chained:
            yield (*get_extent(mention), f"not in a chain: {read_words(doc, mention)}")


@check_each
def find_far_reasons(doc: Document) -> Iterator[Place]:
    """Find general words and painkillers whose indication is on another line."""
    for relation, first, second in list_relations(doc, "clef"):
        if relation.type == "has_indication" and _VAGUE.fullmatch(read_words(doc, first)):
            start, end = sorted((get_extent(first)[0], get_extent(second)[0]))
            if "\n" in doc.text[start:end]:
                yield (*get_extent(first), f"indication on another line: {read_words(doc, first)}")
