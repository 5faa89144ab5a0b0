"""Parse the description of an event: kind, names, details, assertion and status, without times."""

from __future__ import annotations

import msgspec

from goldsmith.chronicle.query.model import Comparison, Detail, EventPhrase, Name, Place
from goldsmith.chronicle.query.stream import TokenStream

FREE = "-free"
_EVENT = "an event: a kind (problem, drug, procedure, investigation, locus, event), a name, or both"
_COMPARISONS: dict[str, Comparison] = {
    "above": "above",
    "over": "above",
    "more than": "above",
    ">": "above",
    "below": "below",
    "under": "below",
    "fewer than": "below",
    "<": "below",
    "at least": "at least",
    ">=": "at least",
    "at most": "at most",
    "<=": "at most",
    "is": "is",
    "=": "is",
}


class Noun(msgspec.Struct, frozen=True):
    """A description of events, and whether it includes the word `new`."""

    event: EventPhrase
    is_new: bool = False


def parse_noun(stream: TokenStream, event: EventPhrase = EventPhrase()) -> Noun:  # noqa: B008
    """Parse the description of an event: `stage 2 problem "adenocarcinoma" without descendants`.

    Args:
        stream: The tokens.
        event: The description so far.

    Raises:
        QueryError: The next tokens do not describe an event.
    """
    begin, untouched, is_new = stream.position, event, False
    while True:
        if stream.accept("new"):
            is_new = True
        elif (changed := _parse_adjective(stream, event)) is not None:
            event = changed
        elif not stream.accept("the", "a", "an"):
            break
    kind = stream.accept_entry(stream.words.kinds)
    if kind:
        event = msgspec.structs.replace(event, kinds=(kind,))
    event = msgspec.structs.replace(event, names=event.names + parse_names(stream))
    if event == untouched and kind is None:
        raise stream.make_error(_EVENT)
    event = _parse_supplements(stream, event)
    if begin == stream.position:
        raise stream.make_error(_EVENT)
    return Noun(event, is_new)


def _parse_adjective(stream: TokenStream, event: EventPhrase) -> EventPhrase | None:
    words = stream.words
    if (assertion := stream.accept_entry(words.assertions)) is not None:
        if assertion == "family":
            stream.accept("history of")
        return msgspec.structs.replace(event, assertion=assertion)
    if (status := stream.accept_entry(words.statuses)) is not None:
        return msgspec.structs.replace(event, status=status)
    return _parse_detail(stream, event)


def _parse_supplements(stream: TokenStream, event: EventPhrase) -> EventPhrase:
    """Parse what may follow a name: details, and whether to include descendants."""
    while True:
        if stream.accept("with descendants"):
            event = msgspec.structs.replace(event, descendants=True)
        elif stream.accept("without descendants"):
            event = msgspec.structs.replace(event, descendants=False)
        elif (changed := _parse_detail(stream, event)) is not None:
            event = changed
        else:
            return event


# Details


def is_detail_next(stream: TokenStream) -> bool:
    """Return whether a detail comes next: `stage 2`, `at stage 2`, `with value over 5`."""
    ahead = 1 if stream.is_next("at") or stream.is_next("with") else 0
    token = stream.peek(ahead)
    return token.kind == "word" and token.text in stream.words.details


def _parse_detail(stream: TokenStream, event: EventPhrase) -> EventPhrase | None:
    if not is_detail_next(stream):
        return None
    stream.accept("at", "with")
    key = stream.words.details[stream.take().text]
    comparison = _COMPARISONS[stream.accept(*_COMPARISONS) or "is"]
    token = stream.peek()
    if comparison != "is" and token.kind != "number":
        raise stream.make_error("a number to compare with")
    if token.kind not in ("number", "word", "name") or stream.is_reserved():
        raise stream.make_error(f"the {key}: a number, a word, or words in quotation marks")
    stream.skip()
    detail = Detail(key, comparison, token.text if token.kind == "name" else token.raw)
    return msgspec.structs.replace(event, details=(*event.details, detail))


# Names


def parse_names(stream: TokenStream) -> tuple[Name, ...]:
    """Parse a name or several alternatives: `tamoxifen, letrozole or anastrozole`."""
    if not _is_name_next(stream):
        return ()
    names = [_parse_name(stream)]
    while alternatives := _parse_alternatives(stream):
        names += alternatives
    return tuple(names)


def _parse_alternatives(stream: TokenStream) -> list[Name]:
    """Parse `or NAME`, or `, NAME, NAME or NAME`; without a final `or` it is no list of names."""
    position, names = stream.save(), []
    while stream.accept(",") and _is_name_next(stream) and not stream.is_next("or"):
        names.append(_parse_name(stream))
    if stream.accept("or") and _is_name_next(stream):
        return [*names, _parse_name(stream)]
    stream.restore(position)
    return []


def _is_name_next(stream: TokenStream) -> bool:
    token = stream.peek()
    if token.kind in ("name", "code") or stream.is_next("named") or stream.is_next("code"):
        return True
    return token.kind == "word" and not stream.is_reserved() and not token.text.endswith(FREE)


def _parse_name(stream: TokenStream) -> Name:
    start = stream.position
    if stream.accept("code"):
        token = stream.take()
        if token.kind not in ("code", "word", "number", "name"):
            stream.skip(-1)
            raise stream.make_error("a code, such as DOID:299 or C50")
        return Name(token.text if token.kind == "name" else token.raw, "code", token.place)
    is_whole = bool(stream.accept("named"))
    token = stream.peek()
    if token.kind == "code":
        return Name(stream.take().raw, "code", token.place)
    text = stream.take().text if token.kind == "name" else _parse_bare_words(stream)
    return Name(text, "whole" if is_whole else "words", Place(start, stream.end))


def _parse_bare_words(stream: TokenStream) -> str:
    """Parse a name without quotation marks: words up to the next reserved word."""
    words = []
    while (
        stream.peek().kind == "word"
        and not stream.is_reserved()
        and not stream.peek().text.endswith(FREE)
    ):
        words.append(stream.take().raw)
    if not words:
        raise stream.make_error("a name")
    return " ".join(words)
