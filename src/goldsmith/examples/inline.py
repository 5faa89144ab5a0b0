r"""Annotated text as a person writes it, with tags around the words, parsed into a document.

    Denies <Condition status=negated>chest pain</Condition>.

    <Condition #c1 has_location=#l1>melanoma</> in his
    <Laterality laterality_modifies=#l1>right</> <Locus #l1>groin</>

    <Condition #n1>motor</> and <Condition>sensory <+n1>neuropathy</></>

| written                                | means                                               |
| -------------------------------------- | --------------------------------------------------- |
| `<Type>words</Type>` or `</>`          | a mention; tags nest, `</>` closes the last opened  |
| `#c1`                                  | its id; without one it gets `m1`, `m2`, …           |
| `has_location=#l1`, `co_refers=#a,#b`  | relations from it to the mentions with these ids    |
| `^has_finding=#ct`                     | the other way round: from those mentions to it      |
| `status=negated`, `value="3 weeks"`    | attributes                                          |
| `code=UMLS:C0006142`, `code=CUI-less`  | codes; give `code=` again for a second one          |
| `<+c1>words</>`                        | one more fragment of the mention c1, begun before   |
| `<@plan>Plan:</>`                      | a heading; its section runs to the next heading     |
| `&lt;` `&gt;` `&amp;`                  | the signs themselves; any other & stands for itself |
| a backslash at the end of a line       | the text goes on in the next line without a break   |
| TOML between two `+++` lines, on top   | the metadata: patient, type, subtype, date, …       |

Relations with attributes, groups and notes have no notation here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

import msgspec

from goldsmith.core import AnnotationSet, Code, Document, Mention, Metadata, Relation, Section, Span
from goldsmith.core.offsets import line_of, merged
from goldsmith.errors import InputError

_NAME, _ID, _FENCE = r"[^\W\d][\w.-]*", r"[\w.-]+", "+++\n"
_PIECE = re.compile(
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
    rf"|(?P<back>\^?)(?P<relation>{_NAME})=(?P<targets>#{_ID}(?:,#{_ID})*)"
    rf'|(?P<name>{_NAME}(?::{_NAME})?)=(?:"(?P<quoted>[^"]*)"|(?P<value>[^\s"#][^\s"]*))'
    r")(?=\s|$)"
)
_SIGNS = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}
_TAGS = "<Type …>, </Type>, </>, <+id> or <@section>"
_PARTS = "#id, name=value, relation=#id, ^relation=#id or code=SYSTEM:CODE"


def parse(
    source: str, *, set_name: str = "gold", doc_id: str = "inline", schema: str = ""
) -> Document:
    """The document an annotated text describes; `doc_id` is also the place named in errors."""
    try:
        metadata, body = _header(source)
        reader = _Reader(source)
        reader.read(body)
        mentions = reader.mentions()
        gold = AnnotationSet(
            set_name, mentions=mentions, relations=reader.relations(mentions), schema=schema
        )
    except InputError as error:
        raise error.at(doc_id) from None
    return Document(doc_id, reader.text, metadata, tuple(reader.sections()), {gold.name: gold})


def _header(source: str) -> tuple[Metadata, int]:
    """The metadata on top of the source, and where the text begins."""
    if not source.startswith(_FENCE):
        return Metadata(), 0
    end = source.find("\n" + _FENCE, len(_FENCE) - 1)
    if end < 0:
        raise InputError("the header has no end", line=1, expected="a second line of +++")
    try:
        table = tomllib.loads(source[len(_FENCE) : end + 1])
        metadata = msgspec.convert(table, Metadata)
    except tomllib.TOMLDecodeError:
        raise InputError("the header is not TOML", line=1, expected='name = "value"') from None
    except msgspec.ValidationError as error:
        raise InputError(f"the header does not fit: {error}", line=1) from None
    _only_known(table)
    return metadata, end + 1 + len(_FENCE)


def _only_known(table: Mapping[str, object]) -> None:
    known = Metadata.__struct_fields__
    if unknown := [key for key in table if key not in known]:
        raise InputError(
            f"the header has unknown names: {', '.join(unknown)}",
            line=1,
            expected="some of " + ", ".join(known),
            remedy="Anything else goes under [extra]",
        )


@dataclass
class _Draft:
    """A mention in the making."""

    type: str
    id: str = ""
    spans: list[Span] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)
    codes: list[Code] = field(default_factory=list)


@dataclass
class _Link:
    """A relation in the making: from `draft` to the mention called `other`, or `back` from it."""

    type: str
    draft: _Draft
    other: str
    back: bool
    line: int


@dataclass
class _Open:
    """A tag waiting for its end: a fragment of `draft`, or without one the heading of a section."""

    start: int
    line: int
    draft: _Draft | None = None
    kind: str = ""


class _Reader:
    """Goes through the source once and keeps the plain text, the mentions and the headings."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.text = ""
        self._drafts: list[_Draft] = []
        self._named: dict[str, _Draft] = {}
        self._links: list[_Link] = []
        self._stack: list[_Open] = []
        self._headings: list[tuple[Span, str]] = []

    def read(self, begin: int) -> None:
        for match in _PIECE.finditer(self.source, begin):
            self._piece(match, line_of(self.source, match.start()))
        if self._stack:
            raise InputError(
                "this tag is never closed", line=self._stack[-1].line, expected="</> after it"
            )

    def mentions(self) -> tuple[Mention, ...]:
        """The mentions in the order of their tags; those without an id get one."""
        fresh = _fresh("m", self._named)
        for draft in self._drafts:
            draft.id = draft.id or next(fresh)
        return tuple(
            Mention(d.id, d.type, merged(d.spans), d.attributes, tuple(d.codes))
            for d in self._drafts
        )

    def relations(self, mentions: tuple[Mention, ...]) -> tuple[Relation, ...]:
        """The relations in the order of their tags."""
        fresh = _fresh("r", {mention.id for mention in mentions})
        return tuple(self._relation(link, next(fresh)) for link in self._links)

    def _relation(self, link: _Link, name: str) -> Relation:
        if link.other not in self._named:
            raise InputError(
                f"the relation {link.type} speaks of #{link.other}, which no tag has",
                line=link.line,
                expected="the id of a mention",
            )
        pair = (link.other, link.draft.id) if link.back else (link.draft.id, link.other)
        return Relation(name, link.type, *pair)

    def sections(self) -> Iterator[Section]:
        """The sections, each from its heading to the next one, blanks at the end left out."""
        starts = [heading.start for heading, _ in self._headings] + [len(self.text)]
        for (heading, kind), end in zip(self._headings, starts[1:], strict=True):
            title = self.text[heading.start : heading.end].strip().rstrip(":")
            length = len(self.text[heading.start : end].rstrip())
            yield Section(Span(heading.start, heading.start + length), kind, title)

    def _piece(self, match: re.Match[str], line: int) -> None:
        kind, piece = str(match.lastgroup), match.group()
        if kind == "text":
            self.text += piece
        elif kind == "escape":
            self.text += _SIGNS[piece]
        elif kind == "open":
            self._begin(match["open"], line)
        elif kind == "close":
            self._end(match["close"], line)
        elif kind == "stray":
            raise _no_tag(line)

    def _begin(self, inside: str, line: int) -> None:
        tag = _TAG.fullmatch(inside)
        if tag is None:
            raise _no_tag(line)
        opened = _Open(len(self.text), line)
        rest = (tag["rest"] or "").rstrip()
        if tag["type"]:
            opened.draft = self._draft(tag["type"], rest, line)
        elif rest:
            raise InputError(
                "this tag takes nothing more", line=line, expected="just <+id> or <@section>"
            )
        elif tag["more"]:
            opened.draft = self._begun(tag["more"], line)
        else:
            opened.kind = tag["section"] or ""
        self._stack.append(opened)

    def _end(self, name: str, line: int) -> None:
        if not self._stack:
            raise InputError("this closes a tag that was not opened", line=line)
        opened = self._stack.pop()
        if name and (opened.draft is None or opened.draft.type != name):
            raise InputError(
                f"this does not close the last tag, opened on line {opened.line}",
                line=line,
                expected="</> or its own type; tags may nest, but not cross",
            )
        if opened.start == len(self.text):
            raise InputError("these tags have nothing between them", line=line, expected="words")
        span = Span(opened.start, len(self.text))
        if opened.draft is None:
            self._headings.append((span, opened.kind))
        else:
            opened.draft.spans.append(span)

    def _begun(self, name: str, line: int) -> _Draft:
        if name not in self._named:
            raise InputError(
                f"no tag before this one has the id #{name}",
                line=line,
                expected="the id of a mention whose first fragment stands before",
            )
        return self._named[name]

    def _draft(self, kind: str, rest: str, line: int) -> _Draft:
        draft, at = _Draft(kind), 0
        self._drafts.append(draft)
        while at < len(rest):
            part = _PART.match(rest, at)
            if part is None:
                raise InputError("something in this tag is not clear", line=line, expected=_PARTS)
            self._add(draft, part, line)
            at = part.end()
        return draft

    def _add(self, draft: _Draft, part: re.Match[str], line: int) -> None:
        name, value = part["name"], part["quoted"] if part["value"] is None else part["value"]
        if part["id"]:
            self._call(draft, part["id"], line)
        elif part["targets"]:
            for other in part["targets"].replace("#", "").split(","):
                link = _Link(part["relation"], draft, other, bool(part["back"]), line)
                self._links.append(link)
        elif name == "code":
            draft.codes.append(_code(value, line))
        elif name in draft.attributes:
            raise InputError(f"the attribute {name} is given twice", line=line)
        else:
            draft.attributes[name] = value

    def _call(self, draft: _Draft, name: str, line: int) -> None:
        if draft.id:
            raise InputError("this tag has two ids", line=line, expected="one #id")
        if name in self._named:
            raise InputError(
                f"the id #{name} is taken",
                line=line,
                expected="a new one",
                remedy=f"To add a fragment to that mention, write <+{name}>",
            )
        draft.id = name
        self._named[name] = draft


def _fresh(letter: str, taken: Container[str]) -> Iterator[str]:
    """Ids not taken: the letter and a number from 1."""
    return (name for number in count(1) if (name := f"{letter}{number}") not in taken)


def _code(value: str, line: int) -> Code:
    system, _, code = value.rpartition(":")
    if not code:
        raise InputError("this code is empty", line=line, expected="SYSTEM:CODE or CUI-less")
    return Code(code, system)


def _no_tag(line: int) -> InputError:
    return InputError(
        "this < begins no tag", line=line, expected=_TAGS, remedy="Write &lt; for the sign itself"
    )
