"""The responses of two annotators to a stretch of text, in the form of CLEF's Table 11."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.differences import Difference

NOTHING = "–"
_CONTEXT = 30
#: The maximum number of words at each end of a long quotation.
_MOST_WORDS = 8


def quote_text(doc: Document, difference: Difference) -> str:
    """Return the words around a difference; or its offsets if there are none."""
    if difference.start < 0:
        return f"{doc.id}, {difference.start}–{difference.end}"
    start, end = max(0, difference.start - _CONTEXT), difference.end + _CONTEXT
    words = doc.text[start:end].split()
    words = words[bool(start) : -1 if end < len(doc.text) else None]  # no part of a word
    if len(words) > 2 * _MOST_WORDS:
        words = [*words[:_MOST_WORDS], "…", *words[-_MOST_WORDS:]]
    return " ".join(words)


def write_response(
    doc: Document,
    annotation_set: AnnotationSet,
    ids: Sequence[str],
    *,
    with_text: bool,
    trait: str = "",
) -> str:
    """Return the annotations of an annotator, numbered if there are several.

    Args:
        doc: The document.
        annotation_set: The set of the annotator.
        ids: The mentions and relations.
        with_text: Whether to quote the note; otherwise mentions are named by their ids.
        trait: An attribute, or "code", whose value is added; free text is left out without
            text.
    """
    mentions = annotation_set.mentions_by_id()
    relations = {rel.id: rel for rel in annotation_set.relations if rel.id in ids}
    texts = []
    for item in ids:
        if item in relations:
            rel = relations[item]
            first, second = (
                _write_mention(doc, mentions.get(name), with_text=with_text)
                for name in (rel.arg1, rel.arg2)
            )
            texts.append(f"{first} {rel.type} {second}")
        elif item in mentions:
            text = _write_mention(doc, mentions[item], with_text=with_text)
            texts.append(text + _write_trait(mentions[item], trait, with_text=with_text))
    if len(texts) > 1:
        texts = [f"({number}) {text}" for number, text in enumerate(texts, 1)]
    return " ".join(texts) or NOTHING


def _write_mention(doc: Document, mention: Mention | None, *, with_text: bool) -> str:
    if mention is None:
        return NOTHING
    words = " ".join(doc.get_covered_text(mention).split()) if with_text else mention.id
    return f"{words} [{mention.type}]"


def _write_trait(mention: Mention, trait: str, *, with_text: bool) -> str:
    if trait == "code":
        return " " + (" + ".join(code.code for code in mention.codes) or "no code")
    if not trait or not with_text:
        return ""
    return f" {trait} {mention.attributes.get(trait) or 'not set'}"
