"""CoNLL-2012 coreference: twelve columns between `#begin document` and `#end document`.

A cluster of the last column is a group of the type `coreference`. A span of the named-entity
column is a mention of that type; a member of a cluster that no such span coincides with is a
`markable`. The text is rebuilt from the words: one blank between them, one line a sentence.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.core.offsets import merged
from goldsmith.errors import InputError
from goldsmith.formats.base import Feature, Format, Unit, only_set
from goldsmith.formats.conll_2012.read import (
    BEGIN,
    COREFERENCE,
    END,
    MARKABLE,
    Range,
    blocks,
    document,
)
from goldsmith.formats.shared.columns import Sheet, first_lines, numbered_lines
from goldsmith.formats.shared.tokens import misfits, stretch, torn
from goldsmith.formats.tree import Tree

_PART = re.compile(r"(.+)\.part-((?!000)[0-9]{3}|[1-9][0-9]{3,8})")
#: Part of speech, parse, lemma, frameset, sense and speaker.
_NOT_KNOWN = ("-",) * 6
_NOT_A_COLUMN = re.compile(r"^#|\s")
_UNSPELLABLE = re.compile(r"[()*\s]")


class Conll2012(Format):
    """CoNLL-2012 coreference."""

    title = "CoNLL-2012 coreference columns (.conll)"
    suffixes = (
        ".conll",
        ".v4_gold_conll",
        ".v4_auto_conll",
        ".v2_gold_conll",
        ".v2_auto_conll",
        ".gold_conll",
        ".auto_conll",
    )
    one_file = True
    carries = frozenset(
        {Feature.TYPES, Feature.OVERLAPPING, Feature.GROUPS, Feature.CONTROL_CHARACTERS}
    )

    def recognises(self, name: str, head: bytes) -> bool:
        begins = any(line.startswith(BEGIN) for line in first_lines(head))
        return super().recognises(name, head) and begins

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        where = tree.where(unit.main)
        for block in blocks(numbered_lines(tree, unit.main)):
            if isinstance(block, InputError):
                yield block.at(where)
                continue
            try:
                yield document(block, set_name)
            except InputError as error:
                yield error.at(where)

    def write(self, docs: Iterable[Document], folder: Path) -> None:
        with open(folder / "corpus.conll", "wb") as stream:
            for doc in docs:
                stream.write("".join(_lines(doc)).encode("utf-8"))

    def own_losses(self, doc: Document) -> Mapping[str, int]:
        one, plan = only_set(doc), _Plan(doc)
        lost = plan.lost + Counter(misfits(one, plan.sheet.tokens))
        lost["white-space"] = plan.sheet.white_space
        lost["groups"] = torn(one, plan.sheet.tokens)["groups"]
        lost["group-types"] = sum(group.type != COREFERENCE for group in one.groups)
        lost["names"] = sum(_spelt(mention.type) != mention.type for mention in one.mentions)
        lost["same-span"] = _same_span(one)
        return +lost


def _spelt(name: str) -> str:
    return _UNSPELLABLE.sub("_", name) or "_"


def _same_span(one: AnnotationSet) -> int:
    """Mentions of another type at the very place of an earlier one: they become one mention."""
    kinds: dict[object, set[str]] = defaultdict(set)
    for mention in one.mentions:
        if mention.spans:
            kinds[merged(mention.spans)].add(mention.type)
    return sum(len(here) - 1 for here in kinds.values())


class _Plan:
    """What goes into the two columns, and what finds no place there (`lost`)."""

    def __init__(self, doc: Document) -> None:
        one = only_set(doc)
        self.sheet = Sheet(doc.text, one)
        self.lost: Counter[str] = Counter()
        self._at = self._places(one)
        self.clusters = [self._cluster(group.members) for group in one.groups]
        self.entities = self._entities(one)

    def _places(self, one: AnnotationSet) -> dict[str, Range]:
        found = {m.id: self.sheet.tokens.touched(stretch(m)) for m in one.mentions if m.spans}
        return {mention: (at[0], at[-1]) for mention, at in found.items() if at}

    def _cluster(self, members: Iterable[str]) -> list[Range]:
        """The members' places, without those that cross another one of the same cluster."""
        kept: list[Range] = []
        around: list[Range] = []
        places = {self._at[member] for member in members if member in self._at}
        for first, last in sorted(places, key=lambda place: (place[0], -place[1])):
            while around and around[-1][1] < first:
                around.pop()
            if around and around[-1][1] < last:
                self.lost["crossing"] += 1
            else:
                around.append((first, last))
                kept.append((first, last))
        return kept

    def _entities(self, one: AnnotationSet) -> dict[Range, str]:
        """The spans of the named-entity column, which may not overlap.

        Mentions outside clusters come first: they have no other place.
        """
        seen: dict[Range, Mention] = {}
        for mention in one.mentions:
            if mention.id in self._at:
                seen.setdefault(self._at[mention.id], mention)
        clustered = {place for cluster in self.clusters for place in cluster}
        wanted = [at for at in seen if at not in clustered or seen[at].type != MARKABLE]
        found: dict[Range, str] = {}
        taken: set[int] = set()
        for at in sorted(wanted, key=lambda at: (at in clustered, at[0], -at[1])):
            numbers = range(at[0], at[1] + 1)
            if taken.isdisjoint(numbers):
                taken.update(numbers)
                found[at] = _spelt(seen[at].type)
            else:
                self.lost["overlapping-types" if at in clustered else "overlapping-mentions"] += 1
        return found


def _lines(doc: Document) -> Iterator[str]:
    plan, part = _Plan(doc), _PART.fullmatch(doc.id)
    name, number = (part[1], part[2]) if part else (doc.id, "000")
    before = [_NOT_A_COLUMN.sub("_", name), str(int(number))]
    entities, links = _brackets(plan.entities), _links(plan.clusters)
    yield f"{BEGIN} ({name}); part {number}\n"
    for sentence in plan.sheet.sentences:
        words = plan.sheet.tokens.words(sentence)
        for rank, (at, word) in enumerate(zip(sentence, words, strict=True)):
            columns = [*before, str(rank), word, *_NOT_KNOWN, entities.get(at, "*")]
            yield "\t".join([*columns, "|".join(links[at]) or "-"]) + "\n"
        yield "\n"
    yield f"{END}\n"


def _brackets(entities: Mapping[Range, str]) -> dict[int, str]:
    """The cells of the named-entity column that hold a bracket, by token."""
    cells = {}
    for (first, last), kind in entities.items():
        cells[last] = "*)"
        cells[first] = f"({kind})" if first == last else f"({kind}*"
    return cells


def _links(clusters: Iterable[Iterable[Range]]) -> Mapping[int, list[str]]:
    """The parts of the cells of the coreference column, by token: first what opens there."""
    marks = []
    for number, cluster in enumerate(clusters):
        for first, last in cluster:
            if first == last:
                marks.append((first, 1, number, f"({number})"))
            else:
                marks += [(first, 0, number, f"({number}"), (last, 2, number, f"{number})")]
    cells: dict[int, list[str]] = defaultdict(list)
    for at, _, _, mark in sorted(marks):
        cells[at].append(mark)
    return cells


provides = Conll2012()
