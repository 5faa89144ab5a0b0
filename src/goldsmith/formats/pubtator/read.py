"""Read PubTator documents: mentions, and relations between concepts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NoReturn

from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, Span
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.pubtator.codes import parse_codes, parse_columns

#: The type of a concept that no mention of the document has.
CONCEPT = "Concept"
#: Prefix of the attributes for further columns of a relation; BioRED's novelty is column 5.
COLUMN = "pubtator:column"
FIRST_COLUMN = 5
RELATION_TYPE = re.compile(r"[^\W\d][^\t\r\n]*")
_TITLE = re.compile(rb"[^|\t\r\n]+\|t\|")
_MAX_DIGITS = 24  # of both offsets together; Python refuses to parse very long numbers


def split_documents(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield the first line number and the lines of each document, from title to next title.

    Raises:
        InputError: There is text before the first title.
    """
    block: list[bytes] = []
    first = 1
    for number, line in enumerate(lines, 1):
        if b"|t|" in line and _TITLE.match(line):
            if block:
                yield first, b"".join(block)
            block, first = [line], number
        elif block:
            block.append(line)
        elif line.strip():
            raise InputError(
                "the file does not begin with a title",
                line=number,
                expected="a line like 227508|t|Title",
                remedy="It may be in another format",
            )
    if block:
        yield first, b"".join(block)


def build_document(content: str, set_name: str) -> Document:
    """Build a document from its lines.

    Raises:
        InputError: A line is malformed; the line number is relative to the title.
    """
    if "\r" in content:
        content = content.replace("\r\n", "\n")
    head, _, rest = content.partition("\n")
    key, _, text = head.partition("|t|")
    text_lines = 1
    if rest.startswith(abstract := f"{key}|a|"):
        body, _, rest = rest.partition("\n")
        text = f"{text}\n{body[len(abstract) :]}"
        text_lines = 2
    annotation_set = _AnnotationLines(key, text_lines, rest).build_set(set_name)
    return Document(key.strip(), text, sets={set_name: annotation_set})


class _AnnotationLines:
    """The lines below the title and abstract of a document."""

    def __init__(self, key: str, text_lines: int, content: str) -> None:
        self.key, self.text_lines, self.content = key, text_lines, content
        self.mentions: list[Mention] = []
        self.relations: list[Relation] = []
        self._concepts: dict[str, None] = {}

    def build_set(self, name: str) -> AnnotationSet:
        """Build the annotation set that the lines describe."""
        key, mentions = self.key, self.mentions
        for number, line in enumerate(self.content.split("\n"), self.text_lines + 1):
            if not line:
                continue
            row = line.split("\t")
            if row[0] != key and row[0].strip() != key.strip():
                self._check_blank(row, number)
            elif _is_mention(row):
                mentions.append(_parse_mention(f"T{len(mentions) + 1}", row))
            elif _is_relation(row):
                self._add_relation(row)
            else:
                self._refuse(row, number)
        concepts = _build_concepts(self._concepts, mentions)
        return AnnotationSet(name, (*mentions, *concepts), tuple(self.relations))

    def _add_relation(self, row: list[str]) -> None:
        first, second = row[2].strip(), row[3].strip()
        self._concepts |= {first: None, second: None}
        key, arg1, arg2 = f"R{len(self.relations) + 1}", f"concept:{first}", f"concept:{second}"
        self.relations.append(Relation(key, row[1], arg1, arg2, name_columns(row[4:])))

    def _check_blank(self, row: list[str], number: int) -> None:
        """Raise an error for a line that does not have the id of the document and is not blank."""
        if not "".join(row).strip():
            return
        if len(row) == 1:
            self._refuse(row, number)
        raise InputError(
            "this line belongs to another document",
            line=number,
            expected=f"the document's id {shorten_id(self.key)} in the first column",
            remedy="Each document begins with its title: id|t|Title",
        )

    def _refuse(self, row: list[str], number: int) -> NoReturn:
        raise InputError(
            f"this line has {len(row)} columns and is neither a mention nor a relation",
            line=number,
            expected="id, start, end, text, type[, codes[, names]] or id, type, code, code, "
            "separated by tabs, with whole numbers as offsets",
            remedy="The file may be truncated, or its tabs were replaced by blanks",
        )


def _is_mention(row: list[str]) -> bool:
    if not 5 <= len(row) <= 7 or not row[4]:
        return False
    return row[1].isdecimal() and row[2].isdecimal() and len(row[1]) + len(row[2]) <= _MAX_DIGITS


def _is_relation(row: list[str]) -> bool:
    if len(row) < 4 or not RELATION_TYPE.fullmatch(row[1]):
        return False
    return bool(row[2].strip() and row[3].strip())


def _parse_mention(key: str, row: list[str]) -> Mention:
    if len(row) == 6:
        codes, attributes = parse_codes(row[5])
    else:
        codes, attributes = parse_columns(row[5], row[6]) if len(row) == 7 else ((), {})
    return Mention(key, row[4], (Span(int(row[1]), int(row[2])),), attributes, codes, row[3])


def find_line(content: str, annotation: str) -> int:
    """Return how many lines below its title an annotation (T1, R1) is, or 0 if not found."""
    counts = {"T": 0, "R": 0}
    for number, line in enumerate(content.split("\n")):
        row = line.split("\t")
        if len(row) > 1 and "|" not in row[0]:
            kind = "T" if row[1].isdecimal() else "R"
            counts[kind] += 1
            if annotation == f"{kind}{counts[kind]}":
                return number
    return 0


def _build_concepts(columns: Mapping[str, None], mentions: list[Mention]) -> Iterator[Mention]:
    """Yield an unanchored mention for each concept that is an argument of a relation."""
    types = map_types(mentions) if columns else {}
    for column in columns:
        codes, attributes = parse_codes(column)
        yield Mention(f"concept:{column}", find_type(codes, types), (), attributes, codes)


def map_types(mentions: Iterable[Mention]) -> dict[Code, str]:
    """Map each code to the type of the first mention in the text that has it."""
    types: dict[Code, str] = {}
    for mention in mentions:
        if mention.spans:
            for code in mention.codes:
                bare_code = Code(code.code, code.system) if code.name else code
                types.setdefault(bare_code, mention.type)
    return types


def find_type(codes: tuple[Code, ...], types: Mapping[Code, str]) -> str:
    """Return the type of a concept by its codes."""
    return next((types[code] for code in codes if code in types), CONCEPT)


def name_columns(values: Iterable[str]) -> dict[str, str]:
    """Return the further columns of a relation as attributes."""
    numbered = enumerate(values, FIRST_COLUMN)
    return {f"{COLUMN}{number}": value for number, value in numbered if value}
