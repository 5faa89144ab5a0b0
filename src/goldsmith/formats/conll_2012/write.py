"""Write CoNLL-2012 columns and count what they cannot represent."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.core.offsets import merge_spans
from goldsmith.formats.base import get_only_set
from goldsmith.formats.conll_2012.read import BEGIN, COREFERENCE, END, MARKABLE, Range
from goldsmith.formats.shared.columns import TokenisedText
from goldsmith.formats.shared.tokens import count_broken_links, count_misaligned, get_extent

_PART = re.compile(r"(.+)\.part-((?!000)[0-9]{3}|[1-9][0-9]{3,8})")
#: Part of speech, parse, lemma, frameset, sense and speaker.
_UNUSED_COLUMNS = ("-",) * 6
_NOT_A_COLUMN = re.compile(r"^#|\s")
_NOT_IN_A_TYPE = re.compile(r"[()*\s]")


def count_losses(doc: Document) -> Counter[str]:
    """Count what the columns cannot represent, by name of the loss."""
    annotation_set, table = get_only_set(doc), _Table(doc)
    mentions, tokens = annotation_set.mentions, table.text.tokens
    counts = table.losses + Counter(count_misaligned(annotation_set, tokens))
    counts["white-space"] = table.text.white_space_losses
    counts["groups"] = count_broken_links(annotation_set, tokens)["groups"]
    counts["group-types"] = sum(group.type != COREFERENCE for group in annotation_set.groups)
    counts["names"] = sum(_format_type(mention.type) != mention.type for mention in mentions)
    counts["same-span"] = _count_same_span(annotation_set)
    return +counts


def _count_same_span(annotation_set: AnnotationSet) -> int:
    """Count the mentions that have the spans of an earlier mention but another type."""
    types: dict[object, set[str]] = defaultdict(set)
    for mention in annotation_set.mentions:
        if mention.spans:
            types[merge_spans(mention.spans)].add(mention.type)
    return sum(len(names) - 1 for names in types.values())


class _Table:
    """The content of the entity and coreference columns, and the resulting losses."""

    def __init__(self, doc: Document) -> None:
        annotation_set = get_only_set(doc)
        self.text = TokenisedText(doc.text, annotation_set)
        self.losses: Counter[str] = Counter()
        self._ranges = self._find_ranges(annotation_set)
        self.clusters = [self._select_members(group.members) for group in annotation_set.groups]
        self.entities = self._select_entities(annotation_set)

    def _find_ranges(self, annotation_set: AnnotationSet) -> dict[str, Range]:
        ranges = {}
        for mention in annotation_set.mentions:
            if mention.spans:
                indices = self.text.tokens.find_overlapping(get_extent(mention))
                if indices:
                    ranges[mention.id] = (indices[0], indices[-1])
        return ranges

    def _select_members(self, members: Iterable[str]) -> list[Range]:
        """Return the ranges of a cluster, without ranges that cross another of its ranges."""
        selected: list[Range] = []
        enclosing: list[Range] = []
        ranges = {self._ranges[member] for member in members if member in self._ranges}
        for first, last in sorted(ranges, key=lambda place: (place[0], -place[1])):
            while enclosing and enclosing[-1][1] < first:
                enclosing.pop()
            if enclosing and enclosing[-1][1] < last:
                self.losses["crossing"] += 1
            else:
                enclosing.append((first, last))
                selected.append((first, last))
        return selected

    def _select_entities(self, annotation_set: AnnotationSet) -> dict[Range, str]:
        """Return the spans of the named-entity column, which must not overlap.

        Mentions outside clusters come first because they can only be written in this column.
        """
        mentions: dict[Range, Mention] = {}
        for mention in annotation_set.mentions:
            if mention.id in self._ranges:
                mentions.setdefault(self._ranges[mention.id], mention)
        clustered = {place for cluster in self.clusters for place in cluster}
        candidates = [
            place
            for place, mention in mentions.items()
            if place not in clustered or mention.type != MARKABLE
        ]
        entities: dict[Range, str] = {}
        occupied: set[int] = set()
        for place in sorted(
            candidates, key=lambda place: (place in clustered, place[0], -place[1])
        ):
            indices = range(place[0], place[1] + 1)
            if occupied.isdisjoint(indices):
                occupied.update(indices)
                entities[place] = _format_type(mentions[place].type)
            else:
                loss = "overlapping-types" if place in clustered else "overlapping-mentions"
                self.losses[loss] += 1
        return entities


def format_lines(doc: Document) -> Iterator[str]:
    """Yield the lines of a document."""
    table, part = _Table(doc), _PART.fullmatch(doc.id)
    name, number = (part[1], part[2]) if part else (doc.id, "000")
    first_columns = [_NOT_A_COLUMN.sub("_", name), str(int(number))]
    entities, links = _format_entities(table.entities), _format_links(table.clusters)
    yield f"{BEGIN} ({name}); part {number}\n"
    for sentence in table.text.sentences:
        words = table.text.tokens.get_words(sentence)
        for rank, (index, word) in enumerate(zip(sentence, words, strict=True)):
            entity, link = entities.get(index, "*"), "|".join(links[index]) or "-"
            columns = [*first_columns, str(rank), word, *_UNUSED_COLUMNS, entity, link]
            yield "\t".join(columns) + "\n"
        yield "\n"
    yield f"{END}\n"


def _format_type(name: str) -> str:
    return _NOT_IN_A_TYPE.sub("_", name) or "_"


def _format_entities(entities: Mapping[Range, str]) -> dict[int, str]:
    """Return the cells of the named-entity column that have a bracket, by token."""
    cells = {}
    for (first, last), kind in entities.items():
        cells[last] = "*)"
        cells[first] = f"({kind})" if first == last else f"({kind}*"
    return cells


def _format_links(clusters: Iterable[Iterable[Range]]) -> Mapping[int, list[str]]:
    """Return the cells of the coreference column, by token, opening brackets first."""
    marks = []
    for number, cluster in enumerate(clusters):
        for first, last in cluster:
            if first == last:
                marks.append((first, 1, number, f"({number})"))
            else:
                marks += [(first, 0, number, f"({number}"), (last, 2, number, f"{number})")]
    cells: dict[int, list[str]] = defaultdict(list)
    for index, _, _, mark in sorted(marks):
        cells[index].append(mark)
    return cells
