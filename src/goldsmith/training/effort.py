"""An estimate of how long annotating a document takes."""

from __future__ import annotations

from typing import Final

from goldsmith.core import AnnotationSet, Document

# Minutes. CLEF section 5.5: 34 for a narrative on average. Mayo Table 2: 165.5 hours for four times
# a hundred notes with eleven coded disorders and three hundred words each, so 25 for a note.
_START: Final = 2.0
_WORD: Final = 0.02
_MENTION: Final = 0.26
_RELATION: Final = 0.27
_CODE: Final = 1.3


def estimate_minutes(doc: Document, annotation_set: AnnotationSet) -> float:
    """Estimate the mean time in minutes to annotate a document.

    Args:
        doc: The document.
        annotation_set: Its annotations, or the annotations that a model predicts for it.
    """
    codes = sum(bool(mention.codes) for mention in annotation_set.mentions)
    return (
        _START
        + _WORD * len(doc.text.split())
        + _MENTION * len(annotation_set.mentions)
        + _RELATION * len(annotation_set.relations)
        + _CODE * codes
    )
