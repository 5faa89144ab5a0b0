"""A pipeline for whoever wrote no configuration: one component for each thing the data has."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldsmith.core import Schema
from goldsmith.errors import InputError
from goldsmith.pipeline import Config, Example, Pipeline, Resources, Step, component

Told = Callable[[str], None]


def default_config(
    examples: Sequence[Example],
    *,
    terms: Sequence[str] = (),
    schema: Schema | None = None,
    told: Told = lambda _: None,
) -> Config:
    """Entities; codes, assertion and relations where the gold standard has them."""
    known = component.names()
    steps = [Step("entities")]
    for name, there in (
        ("normalise", _has_codes(examples) and _terms(terms, told)),
        ("assertion", _has_attributes(examples)),
        ("relations", any(one.gold.relations for one in examples)),
    ):
        if there and name in known and _fits(name, schema, told):
            steps.append(Step(name))
    return Config(steps=tuple(steps), terms={name: name for name in terms}, title="Goldsmith model")


def _has_codes(examples: Sequence[Example]) -> bool:
    return any(mention.codes for one in examples for mention in one.gold.mentions)


def _has_attributes(examples: Sequence[Example]) -> bool:
    """Whether annotators gave attributes; those named `brat:…` are a format's own."""
    return any(
        ":" not in name
        for one in examples
        for mention in one.gold.mentions
        for name in mention.attributes
    )


def _terms(terms: Sequence[str], told: Told) -> bool:
    if not terms:
        told("mentions have codes, but no terminology is named to find them in: --terms")
    return bool(terms)


def _fits(name: str, schema: Schema | None, told: Told) -> bool:
    """Whether a component can be made; one with a terminology is made later, when it is open."""
    if name == "normalise":
        return True
    try:
        Pipeline(Config(steps=(Step(name),)), Resources(schema=schema))
    except InputError as error:
        told(f"{name} is left out: {error}")
        return False
    return True
