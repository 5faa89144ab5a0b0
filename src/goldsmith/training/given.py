"""Runs a pipeline with part of the answer given, to see what its later components can do.

With gold mentions given, a relation is judged for itself and not for the mentions it lacks.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention
from goldsmith.errors import InputError
from goldsmith.pipeline import Analysis, Example, Pipeline
from goldsmith.pipeline.model import SET_NAME

#: What can be given; components that add nothing else are left out.
GIVEN = ("mentions", "codes", "assertion")


def annotate(
    pipeline: Pipeline,
    doc: Document,
    gold: AnnotationSet | None = None,
    *,
    given: Collection[str] = (),
    set_name: str = SET_NAME,
) -> AnnotationSet:
    """What a pipeline finds in a document, starting from what is given of the gold set."""
    if not given or gold is None:
        return pipeline.annotate(doc, set_name=set_name)
    work = Analysis(doc)
    work.take(replace(gold, mentions=tuple(_only(one, given) for one in gold.mentions)))
    for one in pipeline.components:
        if not one.adds <= frozenset(given):
            one(work)
    return pipeline.as_set(work, set_name=set_name)


def train(pipeline: Pipeline, examples: Sequence[Example], given: Collection[str] = ()) -> None:
    """Trains the components that find what is not given; each learns from gold by itself."""
    for one in pipeline.components:
        if one.learns and not one.adds <= frozenset(given):
            one.train(examples)


def _only(mention: Mention, given: Collection[str]) -> Mention:
    return replace(
        mention,
        codes=mention.codes if "codes" in given else (),
        attributes=mention.attributes if "assertion" in given else {},
    )


def checked(given: Collection[str], pipeline: Pipeline) -> frozenset[str]:
    """What is given; refused where it is unknown, or leaves nothing to find."""
    wanted = frozenset(given)
    if unknown := sorted(wanted - set(GIVEN)):
        raise InputError(f"{unknown[0]} cannot be given", expected=", ".join(GIVEN))
    if wanted and "mentions" not in wanted:
        raise InputError("codes and assertion are of mentions", expected="mentions given too")
    if all(one.adds <= wanted for one in pipeline.components):
        raise InputError(
            f"with {', '.join(sorted(wanted))} given there is nothing left to find",
            expected="a pipeline with another component",
        )
    return wanted
