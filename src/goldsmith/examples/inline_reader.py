"""The reader of the inline notation, which `goldsmith.examples.inline` describes."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from itertools import count

from goldsmith.core import Code, Mention, Relation, Section, Span
from goldsmith.core.offsets import get_line_number, merge_spans
from goldsmith.errors import InputError

_NAME, _ID = r"[^\W\d][\w.-]*", r"[\w.-]+"
_TOKEN = re.compile(
    r"(?P<escape>&(?:lt|gt|amp);)"
    r"|(?P<join>\\\n)"
    rf"|</(?P<close>(?:{_NAME})?)>"
    r'|<(?P<open>(?:[^<>"/]|"[^"<]*"|/(?!>))+)>'
    r"|(?P<stray><)"
    r"|(?P<text>[^<&\\]+|[&\\])"
)
_TAG = re.compile(
    rf"(?:@(?P<section>{_NAME})?|\+(?P<more>{_ID})|(?P<type>{_NAME}))(?P<rest>\s.*)?", re.DOTALL
)
_PART = re.compile(
    rf"\s+(?:#(?P<id>{_ID})"
    rf"|(?P<back>\^?)(?P<relation>{_NAME})(?:\[(?P<values>[^\[\]]*)\])?"
    rf"=(?P<targets>#{_ID}(?:,#{_ID})*)"
    rf'|(?P<name>{_NAME}(?::{_NAME})?)=(?:"(?P<quoted>[^"]*)"|(?P<value>[^\s"#][^\s"]*))'
    r")(?=\s|$)"
)
_VALUE = re.compile(rf'\s*(?P<name>{_NAME})=(?:"(?P<quoted>[^"]*)"|(?P<value>[^\s",]+))\s*(?:,|$)')
_ESCAPES = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}
_TAGS = "<Type …>, </Type>, </>, <+id> or <@section>"
_PARTS = (
    "#id, name=value, relation=#id, relation[name=value]=#id, ^relation=#id or code=SYSTEM:CODE"
)


@dataclass
class _Draft:
    """A mention under construction."""

    type: str
    id: str = ""
    spans: list[Span] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)
    codes: list[Code] = field(default_factory=list)


@dataclass
class _Link:
    """A relation under construction, from `draft` to the mention `target` or in reverse."""

    type: str
    draft: _Draft
    target: str
    is_reverse: bool
    line: int
    attributes: dict[str, str]


@dataclass
class _OpenTag:
    """A tag that is not closed yet: a fragment of `draft`, or a heading if there is no draft."""

    start: int
    line: int
    draft: _Draft | None = None
    section: str = ""


class InlineReader:
    """A single pass over the source, which collects the plain text, mentions and headings."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.text = ""
        self._drafts: list[_Draft] = []
        self._drafts_by_id: dict[str, _Draft] = {}
        self._links: list[_Link] = []
        self._open_tags: list[_OpenTag] = []
        self._headings: list[tuple[Span, str]] = []

    def read(self, start: int) -> None:
        """Read the source from an offset to its end.

        Raises:
            InputError: The notation is wrong; the error has the line.
        """
        for match in _TOKEN.finditer(self.source, start):
            self._read_token(match, get_line_number(self.source, match.start()))
        if self._open_tags:
            raise InputError(
                "this tag is never closed", line=self._open_tags[-1].line, expected="</> after it"
            )

    def build_mentions(self) -> tuple[Mention, ...]:
        """Return the mentions in the order of their tags; those without an id get one."""
        fresh_ids = _generate_ids("m", self._drafts_by_id)
        for draft in self._drafts:
            draft.id = draft.id or next(fresh_ids)
        return tuple(
            Mention(
                draft.id,
                draft.type,
                merge_spans(draft.spans),
                draft.attributes,
                tuple(draft.codes),
            )
            for draft in self._drafts
        )

    def build_relations(self, mentions: tuple[Mention, ...]) -> tuple[Relation, ...]:
        """Return the relations in the order of their tags."""
        fresh_ids = _generate_ids("r", {mention.id for mention in mentions})
        return tuple(self._build_relation(link, next(fresh_ids)) for link in self._links)

    def _build_relation(self, link: _Link, relation_id: str) -> Relation:
        if link.target not in self._drafts_by_id:
            raise InputError(
                f"the relation {link.type} refers to #{link.target}, which no tag has",
                line=link.line,
                expected="the id of a mention",
            )
        pair = (link.draft.id, link.target)
        first, second = reversed(pair) if link.is_reverse else pair
        return Relation(relation_id, link.type, first, second, link.attributes)

    def build_sections(self) -> Iterator[Section]:
        """Yield the sections, each from its heading to the next, without blanks at the end."""
        starts = [heading.start for heading, _ in self._headings] + [len(self.text)]
        for (heading, kind), end in zip(self._headings, starts[1:], strict=True):
            title = self.text[heading.start : heading.end].strip().rstrip(":")
            length = len(self.text[heading.start : end].rstrip())
            yield Section(Span(heading.start, heading.start + length), kind, title)

    def _read_token(self, match: re.Match[str], line: int) -> None:
        kind, token = str(match.lastgroup), match.group()
        if kind == "text":
            self.text += token
        elif kind == "escape":
            self.text += _ESCAPES[token]
        elif kind == "open":
            self._open_tag(match["open"], line)
        elif kind == "close":
            self._close_tag(match["close"], line)
        elif kind == "stray":
            raise _build_stray_error(line)

    def _open_tag(self, content: str, line: int) -> None:
        match = _TAG.fullmatch(content)
        if match is None:
            raise _build_stray_error(line)
        tag = _OpenTag(len(self.text), line)
        rest = (match["rest"] or "").rstrip()
        if match["type"]:
            tag.draft = self._read_draft(match["type"], rest, line)
        elif rest:
            raise InputError(
                "this tag must not have attributes", line=line, expected="just <+id> or <@section>"
            )
        elif match["more"]:
            tag.draft = self._find_draft(match["more"], line)
        else:
            tag.section = match["section"] or ""
        self._open_tags.append(tag)

    def _close_tag(self, name: str, line: int) -> None:
        if not self._open_tags:
            raise InputError("this closes a tag that was not opened", line=line)
        tag = self._open_tags.pop()
        if name and (tag.draft is None or tag.draft.type != name):
            raise InputError(
                f"this does not close the last tag, opened on line {tag.line}",
                line=line,
                expected="</> or its own type; tags may nest, but not cross",
            )
        if tag.start == len(self.text):
            raise InputError("these tags have nothing between them", line=line, expected="words")
        span = Span(tag.start, len(self.text))
        if tag.draft is None:
            self._headings.append((span, tag.section))
        else:
            tag.draft.spans.append(span)

    def _find_draft(self, mention_id: str, line: int) -> _Draft:
        if mention_id not in self._drafts_by_id:
            raise InputError(
                f"no tag before this one has the id #{mention_id}",
                line=line,
                expected="the id of a mention whose first fragment is before this one",
            )
        return self._drafts_by_id[mention_id]

    def _read_draft(self, kind: str, rest: str, line: int) -> _Draft:
        draft, offset = _Draft(kind), 0
        self._drafts.append(draft)
        while offset < len(rest):
            part = _PART.match(rest, offset)
            if part is None:
                raise InputError("part of this tag is not valid", line=line, expected=_PARTS)
            self._add_part(draft, part, line)
            offset = part.end()
        return draft

    def _add_part(self, draft: _Draft, part: re.Match[str], line: int) -> None:
        name, value = part["name"], part["quoted"] if part["value"] is None else part["value"]
        if part["id"]:
            self._set_id(draft, part["id"], line)
        elif part["targets"]:
            values = _parse_values(part["values"] or "", line)
            for target in part["targets"].replace("#", "").split(","):
                link = _Link(part["relation"], draft, target, bool(part["back"]), line, values)
                self._links.append(link)
        elif name == "code":
            draft.codes.append(_parse_code(value, line))
        elif name in draft.attributes:
            raise InputError(f"the attribute {name} is given twice", line=line)
        else:
            draft.attributes[name] = value

    def _set_id(self, draft: _Draft, mention_id: str, line: int) -> None:
        if draft.id:
            raise InputError("this tag has two ids", line=line, expected="one #id")
        if mention_id in self._drafts_by_id:
            raise InputError(
                f"the id #{mention_id} is taken",
                line=line,
                expected="a new id",
                remedy=f"To add a fragment to that mention, write <+{mention_id}>",
            )
        draft.id = mention_id
        self._drafts_by_id[mention_id] = draft


def _generate_ids(letter: str, taken: Container[str]) -> Iterator[str]:
    """Generate ids that are not taken: the letter and a number from 1."""
    return (name for number in count(1) if (name := f"{letter}{number}") not in taken)


def _parse_code(value: str, line: int) -> Code:
    system, _, code = value.rpartition(":")
    if not code:
        raise InputError("this code is empty", line=line, expected="SYSTEM:CODE or CUI-less")
    return Code(code, system)


def _parse_values(source: str, line: int) -> dict[str, str]:
    """Parse the attributes of a relation: name=value, separated by commas."""
    values, offset = {}, 0
    while offset < len(source):
        match = _VALUE.match(source, offset)
        if match is None:
            raise InputError(
                "the attributes of this relation are not valid",
                line=line,
                expected='relation[name=value, name="two words"]=#id',
            )
        values[match["name"]] = match["quoted"] if match["value"] is None else match["value"]
        offset = match.end()
    return values


def _build_stray_error(line: int) -> InputError:
    return InputError(
        "this < does not open a tag", line=line, expected=_TAGS, remedy="Write &lt; for a literal <"
    )
