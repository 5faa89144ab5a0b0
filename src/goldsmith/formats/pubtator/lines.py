"""The tab-separated lines of a PubTator document: mentions, and relations between concepts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, Span
from goldsmith.errors import InputError
from goldsmith.formats.pubtator.codes import bare, codes_of, columns, named

#: The type of a concept that no mention of the document carries.
CONCEPT = "Concept"
#: Where the further columns of a relation go: `pubtator:column5` is BioRED's novelty.
_COLUMN = "pubtator:column"
_FIRST_COLUMN = 5
_DIGITS = 24  # of two offsets; Python refuses to read endless ones
_BREAK = re.compile(r"[\t\r\n]")
_NAME = re.compile(r"[^\t\r\n]*[^\s][^\t\r\n]*")
_LINK = re.compile(r"[^\W\d][^\t\r\n]*")


class Block:
    """The lines below the title and abstract of one document."""

    def __init__(self, key: str, before: int, content: str) -> None:
        self.key, self.before, self.content = key, before, content
        self.mentions: list[Mention] = []
        self.relations: list[Relation] = []
        self._concepts: dict[str, None] = {}

    def annotation_set(self, name: str) -> AnnotationSet:
        """The set that the lines describe."""
        key, mentions = self.key, self.mentions
        for number, line in enumerate(self.content.split("\n"), self.before + 1):
            if not line:
                continue
            row = line.split("\t")
            if row[0] != key and row[0].strip() != key.strip():
                self._stray(row, number)
            elif _is_mention(row):
                mentions.append(_mention(f"T{len(mentions) + 1}", row))
            elif len(row) >= 4 and _LINK.fullmatch(row[1]) and row[2].strip() and row[3].strip():
                self._relation(row)
            else:
                self._refuse(row, number)
        concepts = _concepts(self._concepts, mentions)
        return AnnotationSet(name, (*mentions, *concepts), tuple(self.relations))

    def _relation(self, row: list[str]) -> None:
        first, second = row[2].strip(), row[3].strip()
        self._concepts |= {first: None, second: None}
        number = len(self.relations) + 1
        ends = (f"concept:{first}", f"concept:{second}")
        self.relations.append(Relation(f"R{number}", row[1], *ends, _further(row[4:])))

    def _stray(self, row: list[str], number: int) -> None:
        """Lets lines of blanks pass; a line of another document is refused."""
        if not "".join(row).strip():
            return
        if len(row) == 1:
            self._refuse(row, number)
        raise InputError(
            "this line belongs to another document",
            line=number,
            expected=f"the document's id {self.key} in the first column",
            remedy="Each document begins with its title: id|t|Title",
        )

    def _refuse(self, row: list[str], number: int) -> None:
        raise InputError(
            f"this line has {len(row)} columns and is neither a mention nor a relation",
            line=number,
            expected="id, start, end, text, type[, codes[, names]] or id, type, code, code, "
            "separated by tabs, offsets being whole numbers",
            remedy="The file may be truncated, or tabs were turned into blanks",
        )


def _is_mention(row: list[str]) -> bool:
    if not 5 <= len(row) <= 7 or not row[4]:
        return False
    return row[1].isdecimal() and row[2].isdecimal() and len(row[1]) + len(row[2]) <= _DIGITS


def _mention(key: str, row: list[str]) -> Mention:
    if len(row) == 6:
        codes, attributes = codes_of(row[5])
    else:
        codes, attributes = named(row[5], row[6]) if len(row) == 7 else ((), {})
    return Mention(key, row[4], (Span(int(row[1]), int(row[2])),), attributes, codes, row[3])


def line_of(content: str, annotation: str) -> int:
    """How many lines below its title an annotation (T1, R1) stands in a document."""
    count = {"T": 0, "R": 0}
    for number, line in enumerate(content.split("\n")):
        row = line.split("\t")
        if len(row) > 1 and "|" not in row[0]:
            kind = "T" if row[1].isdecimal() else "R"
            count[kind] += 1
            if annotation == f"{kind}{count[kind]}":
                return number
    return 0


def _concepts(found: Mapping[str, None], mentions: list[Mention]) -> Iterator[Mention]:
    """One unanchored mention for each concept that relations speak of."""
    types = _types(mentions) if found else {}
    for column in found:
        codes, attributes = codes_of(column)
        yield Mention(f"concept:{column}", _type(codes, types), (), attributes, codes)


def _types(mentions: list[Mention]) -> dict[Code, str]:
    """Code -> the type of the first mention in the text that carries it."""
    types: dict[Code, str] = {}
    for mention in mentions:
        if mention.spans:
            for code in mention.codes:
                types.setdefault(
                    code if not code.name else Code(code.code, code.system), mention.type
                )
    return types


def _type(codes: tuple[Code, ...], types: Mapping[Code, str]) -> str:
    return next((types[code] for code in codes if code in types), CONCEPT)


def _further(row: list[str]) -> dict[str, str]:
    return {f"{_COLUMN}{number}": value for number, value in enumerate(row, _FIRST_COLUMN) if value}


def rows(doc: Document, one: AnnotationSet) -> Iterator[tuple[str, ...]]:
    """The columns of a document's lines, without its id."""
    for mention in one.mentions:
        if mention.spans:
            surface = _plain(doc.text[mention.start : mention.end])
            codes, names = columns(mention.codes, mention.attributes)
            place = (str(mention.start), str(mention.end), surface, _plain(mention.type) or "_")
            yield (*place, codes, names) if names else (*place, codes)
    concepts = _Concepts(one)
    seen: set[tuple[str, ...]] = set()
    for rel in one.relations:
        ends = (concepts.column(rel.arg1), concepts.column(rel.arg2))
        row = (_link(rel.type), *ends, *_more(rel.attributes))
        if all(ends) and (concepts.carries(rel) or row not in seen):
            seen.add(row)
            yield row


def losses(one: AnnotationSet) -> Iterator[str]:
    """What the lines cannot hold of a set, a word for each thing lost."""
    concepts = _Concepts(one)
    used = set()
    for rel in one.relations:
        if concepts.carries(rel):
            used |= {rel.arg1, rel.arg2}
        else:
            yield "mention-level-relations"
        if not _LINK.fullmatch(rel.type):
            yield "names-that-cannot-be-spelled"
        kept = _further(list(_more(rel.attributes)))
        yield from ["relation-attributes"] * _missing(rel.attributes, kept)
    for mention in one.mentions:
        if not mention.spans and mention.id not in used:
            yield "unanchored"
        else:
            yield from _lost(mention)


def _lost(mention: Mention) -> Iterator[str]:
    """What is not the same when a mention's columns are read again."""
    column, names = columns(mention.codes, mention.attributes)
    codes, attributes = named(column, names) if mention.spans else codes_of(column)
    if bare(codes) != bare(mention.codes):
        yield "codes"
    elif codes != mention.codes:
        yield "code-names"
    yield from ["attributes"] * _missing(mention.attributes, attributes)
    if mention.spans and not _NAME.fullmatch(mention.type):
        yield "names-that-cannot-be-spelled"


def _missing(given: Mapping[str, str], kept: Mapping[str, str]) -> int:
    return sum(kept.get(name) != value for name, value in given.items())


class _Concepts:
    """The unanchored mentions of a set that relation lines can stand for."""

    def __init__(self, one: AnnotationSet) -> None:
        self._mentions = one.by_id()
        types = _types(list(one.mentions))
        taken: set[str] = set()
        self._carried: set[str] = set()
        for mention in one.mentions:
            column = "" if mention.spans else self.column(mention.id)
            alike = mention.type == _type(bare(mention.codes), types)
            if column and column not in taken and alike:
                taken.add(column)
                self._carried.add(mention.id)

    def column(self, mention_id: str) -> str:
        """What stands for a mention in a relation's line; empty if it has no code."""
        mention = self._mentions[mention_id]
        return columns(mention.codes, mention.attributes)[0]

    def carries(self, rel: Relation) -> bool:
        """Whether a relation comes back as it was, with both its concepts."""
        return rel.arg1 in self._carried and rel.arg2 in self._carried


def _plain(value: str) -> str:
    return _BREAK.sub(" ", value)


def _link(name: str) -> str:
    return _plain(name) if _LINK.fullmatch(_plain(name)) else f"_{_plain(name)}"


def _more(attributes: Mapping[str, str]) -> tuple[str, ...]:
    """The further columns of a relation, up to the last one that holds something."""
    found: dict[int, str] = {}
    for name, value in attributes.items():
        number = name.removeprefix(_COLUMN)
        if not name.startswith(_COLUMN) or not number.isdecimal() or len(number) > 2:
            continue
        if int(number) >= _FIRST_COLUMN:
            found[int(number)] = _plain(value)
    return tuple(
        found.get(number, "") for number in range(_FIRST_COLUMN, max(found, default=0) + 1)
    )
