"""Annotated sentences: what a clinician would write on paper, as documents."""

import re
from collections.abc import Callable

import pytest

from goldsmith.core import AnnotationSet, Code, Document, Group, Mention, Relation, Span

_TAG = re.compile(r"<(\w+)(?::([^|>]+))?((?:\|[^|>]+=[^|>]*)*)>(.*?)</>", re.DOTALL)


def annotated(
    markup: str, *, relations: str = "", groups: tuple[Group, ...] = ()
) -> tuple[Document, AnnotationSet]:
    """The document of a sentence such as `Denies <m1:disorder|status=negated>chest pain</>.`

    A tag with an id that came before adds a span to that mention; `code=` gives a code.
    Relations are written `R1 has_target a b task=A, R2 ...`.
    """
    text, found = "", {}
    for number, part in enumerate(_TAG.split(markup)):
        match number % 5:
            case 0:
                text += part
            case 1:
                name = part
            case 2:
                kind = part
            case 3:
                attributes = dict(pair.split("=", 1) for pair in part.split("|")[1:])
            case 4:
                span = Span(len(text), len(text) + len(part))
                text += part
                found[name] = _extended(found.get(name), name, kind, span, attributes)
    made = AnnotationSet("gold", tuple(found.values()), _relations(relations), groups)
    return Document("note-1", text, sets={"gold": made}), made


def _extended(
    old: Mention | None, name: str, kind: str, span: Span, attributes: dict[str, str]
) -> Mention:
    if old is not None:
        return Mention(old.id, old.type, (*old.spans, span), old.attributes, old.codes)
    code = attributes.pop("code", None)
    return Mention(name, kind, (span,), attributes, (Code(code),) if code else ())


def _relations(written: str) -> tuple[Relation, ...]:
    found = []
    for one in filter(None, written.split(", ")):
        name, kind, arg1, arg2, *rest = one.split(" ", 4)
        attributes = dict(pair.split("=") for pair in rest[0].split("; ")) if rest else {}
        found.append(Relation(name, kind, arg1, arg2, attributes))
    return tuple(found)


@pytest.fixture(name="annotated")
def _annotated() -> Callable[..., tuple[Document, AnnotationSet]]:
    return annotated
