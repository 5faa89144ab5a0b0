"""A Goldsmith model as a component of a spaCy pipeline (extra `spacy`).

    import goldsmith.runners.spacy_bridge
    nlp.add_pipe("goldsmith", config={"model": "my-model"})
    doc = nlp("No evidence of breast cancer.")
    for span in doc.spans["goldsmith"]:
        print(span.text, span.label_, span._.goldsmith_codes, span._.goldsmith_fragments)

A discontiguous mention becomes the span from its first to its last fragment; the character offsets
of the fragments are `span._.goldsmith_fragments`. The whole set is `doc._.goldsmith`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.errors import MissingExtra

if TYPE_CHECKING:
    from goldsmith.pipeline import Pipeline

try:
    from spacy.language import Language
    from spacy.tokens import Doc, Span
    from spacy.util import filter_spans
except ImportError:
    raise MissingExtra("the bridge to spaCy", "spacy") from None

NAME = "goldsmith"


def _find_mention(span: Any) -> Mention | None:
    """Return the mention that a span was made from, by id: two mentions may have the same words."""
    annotations: AnnotationSet | None = span.doc._.goldsmith
    return annotations.mentions_by_id().get(span.id_) if annotations else None


def _get_codes(span: Any) -> list[tuple[str, str, str]]:
    mention = _find_mention(span)
    return [(code.system, code.code, code.name) for code in mention.codes] if mention else []


def _get_fragments(span: Any) -> list[tuple[int, int]]:
    mention = _find_mention(span)
    return [(part.start, part.end) for part in mention.spans] if mention else []


def _get_attributes(span: Any) -> dict[str, str]:
    mention = _find_mention(span)
    return dict(mention.attributes) if mention else {}


Doc.set_extension("goldsmith", default=None, force=True)
Span.set_extension("goldsmith_codes", getter=_get_codes, force=True)
Span.set_extension("goldsmith_fragments", getter=_get_fragments, force=True)
Span.set_extension("goldsmith_attributes", getter=_get_attributes, force=True)


class Bridge:
    """A spaCy component that adds the annotations of a model to a document."""

    def __init__(self, pipeline: Pipeline, *, spans_key: str = NAME, ents: bool = False) -> None:
        self.pipeline, self.spans_key, self.ents = pipeline, spans_key, ents

    def __call__(self, doc: Any) -> Any:
        """Add a span group and, if `ents` is set, entities."""
        annotations = self.pipeline.annotate(Document("text", doc.text))
        doc._.goldsmith = annotations
        spans = [_make_span(doc, mention) for mention in annotations.mentions]
        doc.spans[self.spans_key] = spans
        if self.ents:
            doc.set_ents(filter_spans(spans), default="unmodified")
        return doc


def _make_span(doc: Any, mention: Mention) -> Any:
    """Make the span of a mention, extended to whole spaCy tokens."""
    words = doc.char_span(mention.start, mention.end, alignment_mode="expand")
    return Span(doc, words.start, words.end, label=mention.type, span_id=mention.id)


def make(nlp: Any, name: str, model: str, spans_key: str, ents: bool) -> Bridge:  # noqa: ARG001
    """Make the component for a model folder."""
    # `load` is a use case and lives above the runners.
    load = import_module("goldsmith").load
    return Bridge(load(model), spans_key=spans_key, ents=ents)


Language.factory(
    NAME,
    assigns=["doc.spans", "doc._.goldsmith"],
    default_config={"spans_key": NAME, "ents": False},
    func=make,
)
