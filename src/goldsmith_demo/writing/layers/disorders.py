"""The layers `mayo-disorder` and `share-2014`: disorders with their codes."""

from __future__ import annotations

from goldsmith.core import CUI_LESS, AnnotationSet, Code
from goldsmith_demo.life.concepts import load_concepts
from goldsmith_demo.writing.layers.mentions import build_mention, number_marks
from goldsmith_demo.writing.page import Mark, Page


def build_mayo(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Build disorders with code, context and status."""
    own = [mark for mark in marks if mark.thing.is_disorder and mark.kind == "Condition"]
    ids = number_marks(own, "D")
    mentions = []
    for mark in own:
        code = Code(_find_code(mark, 1), "SNOMED CT")
        assertion = _assess_assertion(mark)
        mentions.append(
            build_mention(mark, ids[id(mark)], "disorder", (code,), assertion, bare=page.text)
        )
    return AnnotationSet("mayo-disorder", tuple(mentions), schema="mayo-disorder")


def _find_code(mark: Mark, which: int) -> str:
    """Return the UMLS (0) or SNOMED CT (1) code of a mention, or CUI-less."""
    concept = load_concepts().get(mark.thing.concept)
    return ((concept.snomed if which else concept.cui) if concept else "") or CUI_LESS


def _assess_assertion(mark: Mark) -> dict[str, str]:
    if "unrel" in mark.flags:
        aside = "unrelated to patient"
        return {"context": aside, "status": aside, "unrelated": "true"}
    history = "family history of" if "fam" in mark.flags else "history of"
    context = history if mark.flags & {"fam", "hist"} else "current"
    status = "negated" if "neg" in mark.flags else "possible"
    return {
        "context": context,
        "status": status if mark.flags & {"neg", "poss", "hyp"} else "confirmed",
        "unrelated": "false",
    }


def build_share(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Build disorders, signs and symptoms with their concepts, or CUI-less."""
    own = [
        mark
        for mark in marks
        if mark.kind == "Condition" and (mark.thing.is_disorder or mark.thing.is_symptom)
    ]
    ids = number_marks(own, "D")
    mentions = []
    for mark in own:
        code = Code(_find_code(mark, 0), "UMLS")
        kind = "Disease_Disorder"
        mentions.append(build_mention(mark, ids[id(mark)], kind, (code,), bare=page.text))
    return AnnotationSet("share-2014", tuple(mentions), schema="share-2014")
