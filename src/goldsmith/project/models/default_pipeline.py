"""The default pipeline: a component for each kind of annotation in the gold standard."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from goldsmith.components.assertion import Assertion, Options
from goldsmith.components.temporal.layout import choose_layout
from goldsmith.components.temporal_links.page import LINK
from goldsmith.core import Schema
from goldsmith.errors import InputError
from goldsmith.pipeline import Config, Example, Pipeline, Resources, Step, component

Warn = Callable[[str], None]
#: The threshold of `entities` if a later component drops false positives.
_LOW_THRESHOLD = 0.07


def make_default_config(
    examples: Sequence[Example],
    *,
    terms: Sequence[str] = (),
    clusters: str = "",
    schema: Schema | None = None,
    warn: Warn = lambda _: None,
) -> Config:
    """Make a pipeline that fits the gold standard.

    It finds entities; it adds codes, assertion, relations, times, temporal links and chains if the
    gold standard has them.

    Args:
        examples: The gold standard.
        terms: The terminologies to find codes in.
        clusters: An optional file with word clusters.
        schema: The schema of the annotations.
        warn: Receives a message for each component that is left out.
    """
    registered = component.names()
    times = _list_times(examples, schema)
    steps = [_make_entities(examples, times, schema)]
    for name, present in (
        ("normalise", _has_codes(examples) and _has_terms(terms, warn)),
        ("assertion", _has_assertion(examples, schema, warn)),
        ("relations", _has_relations(examples, schema)),
        ("temporal", bool(times)),
        ("temporal-links", _has_links(examples)),
        ("coreference", _has_chains(examples, schema)),
    ):
        if present and name in registered and _can_make(name, schema, warn):
            steps.append(Step(name))
    return Config(
        steps=tuple(steps),
        terms={name: name for name in terms},
        clusters=str(Path(clusters).resolve()) if clusters else "",
        title="Goldsmith model",
    )


def _has_codes(examples: Sequence[Example]) -> bool:
    return any(mention.codes for example in examples for mention in example.gold.mentions)


def _has_assertion(examples: Sequence[Example], schema: Schema | None, warn: Warn) -> bool:
    """Return whether mentions have attributes that `assertion` sets.

    Attributes of a format (`brat:…`) and attributes with another meaning do not count as assertion.
    """
    mentions = [mention for example in examples for mention in example.gold.mentions]
    names = {name for mention in mentions for name in mention.attributes if ":" not in name}
    if not names:
        return False
    assertion = Assertion(Options(), Resources(schema=schema))
    if any(map(assertion.sets_attributes_of, mentions)):
        return True
    warn(
        "assertion is left out: it sets none of the attributes of the mentions "
        f"({', '.join(sorted(names))}); a schema or the option `mapping` of the component names "
        "what they mean"
    )
    return False


def _list_times(examples: Sequence[Example], schema: Schema | None) -> set[str]:
    """List the mention types of times that the component `temporal` finds."""
    layout = choose_layout(schema) if schema else None
    types = set(layout.types.values()) if layout else set()
    return types & {mention.type for example in examples for mention in example.gold.mentions}


def _make_entities(
    examples: Sequence[Example], times: Collection[str], schema: Schema | None
) -> Step:
    """Return the component that finds entities, except times, which another component finds.

    If every mention of the gold standard is linked, use a low threshold: `coreference` drops
    mentions without a partner.
    """
    options: dict[str, object] = {}
    if times:
        types = {mention.type for example in examples for mention in example.gold.mentions}
        options["types"] = sorted(types - set(times))
    if _has_chains(examples, schema) and all(map(_links_all, examples)):
        options["threshold"] = _LOW_THRESHOLD
    return Step("entities", options)


def _links_all(example: Example) -> bool:
    """Return whether every mention is in a relation or a group."""
    linked = {member for rel in example.gold.relations for member in (rel.arg1, rel.arg2)}
    linked |= {member for group in example.gold.groups for member in group.members}
    return all(mention.id in linked for mention in example.gold.mentions)


def _has_links(examples: Sequence[Example]) -> bool:
    return any(rel.type == LINK for example in examples for rel in example.gold.relations)


def _list_identity(schema: Schema | None) -> set[str]:
    return {kind.name for kind in (schema.relation if schema else ()) if kind.identity}


def _has_relations(examples: Sequence[Example], schema: Schema | None) -> bool:
    """Return whether there are relations other than those of chains and times."""
    identity = {*_list_identity(schema), LINK}
    return any(rel.type not in identity for example in examples for rel in example.gold.relations)


def _has_chains(examples: Sequence[Example], schema: Schema | None) -> bool:
    identity = _list_identity(schema)
    return any(
        annotation.type in identity
        for example in examples
        for annotation in example.gold.annotations
    )


def _has_terms(terms: Sequence[str], warn: Warn) -> bool:
    if not terms:
        warn("mentions have codes, but no terminology is named to find codes in")
    return bool(terms)


def _can_make(name: str, schema: Schema | None, warn: Warn) -> bool:
    """Return whether a component can be made; `normalise` is made once terminologies are open."""
    if name == "normalise":
        return True
    try:
        Pipeline(Config(steps=(Step(name),)), Resources(schema=schema))
    except InputError as error:
        warn(f"{name} is left out: {error}")
        return False
    return True
