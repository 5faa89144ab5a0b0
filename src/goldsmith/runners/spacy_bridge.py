"""A Goldsmith model as a component of a spaCy pipeline (extra `spacy`).

    import goldsmith.runners.spacy_bridge
    nlp.add_pipe("goldsmith", config={"model": "my-model"})
    doc = nlp("No evidence of breast cancer.")
    for span in doc.spans["goldsmith"]:
        print(span.text, span.label_, span._.goldsmith_codes, span._.goldsmith_fragments)

A discontiguous mention is the span from its first to its last fragment; the fragments themselves,
as offsets of characters, are `span._.goldsmith_fragments`. The whole set is `doc._.goldsmith`.
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


def _mention(span: Any) -> Mention | None:
    """The mention that a span was made from: two may lie on the same words."""
    made: AnnotationSet | None = span.doc._.goldsmith
    return made.by_id().get(span.id_) if made else None


def _codes(span: Any) -> list[tuple[str, str, str]]:
    mention = _mention(span)
    return [(one.system, one.code, one.name) for one in mention.codes] if mention else []


def _fragments(span: Any) -> list[tuple[int, int]]:
    mention = _mention(span)
    return [(one.start, one.end) for one in mention.spans] if mention else []


def _attributes(span: Any) -> dict[str, str]:
    mention = _mention(span)
    return dict(mention.attributes) if mention else {}


Doc.set_extension("goldsmith", default=None, force=True)
Span.set_extension("goldsmith_codes", getter=_codes, force=True)
Span.set_extension("goldsmith_fragments", getter=_fragments, force=True)
Span.set_extension("goldsmith_attributes", getter=_attributes, force=True)


class Bridge:
    """Adds what a model finds to a spaCy document."""

    def __init__(self, pipeline: Pipeline, *, spans_key: str = NAME, ents: bool = False) -> None:
        self.pipeline, self.spans_key, self.ents = pipeline, spans_key, ents

    def __call__(self, doc: Any) -> Any:
        """The document with a group of spans, and with entities where that is wanted."""
        made = self.pipeline.annotate(Document("text", doc.text))
        doc._.goldsmith = made
        spans = [_span(doc, mention) for mention in made.mentions]
        doc.spans[self.spans_key] = spans
        if self.ents:
            doc.set_ents(filter_spans(spans), default="unmodified")
        return doc


def _span(doc: Any, mention: Mention) -> Any:
    """The words of a mention; spaCy's words may be longer than what was marked."""
    words = doc.char_span(mention.start, mention.end, alignment_mode="expand")
    return Span(doc, words.start, words.end, label=mention.type, span_id=mention.id)


def make(nlp: Any, name: str, model: str, spans_key: str, ents: bool) -> Bridge:  # noqa: ARG001
    """The component for the model folder `model`."""
    # Models are opened with terminologies from the shelf, which lies above the runners.
    load = import_module("goldsmith").load
    return Bridge(load(model), spans_key=spans_key, ents=ents)


Language.factory(
    NAME,
    assigns=["doc.spans", "doc._.goldsmith"],
    default_config={"spans_key": NAME, "ents": False},
    func=make,
)
