"""The plan of a pre-annotation: names of concepts, people by rules, or both."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from goldsmith.components.coreference import Coreference
from goldsmith.components.coreference import Options as LinkingOptions
from goldsmith.components.lookup import Options as LookupOptions
from goldsmith.components.people import Options as PeopleOptions
from goldsmith.components.people import People
from goldsmith.errors import InputError, UnknownName
from goldsmith.pipeline import Config, Resources
from goldsmith.pipeline.component import parse_options
from goldsmith.pipeline.presets import list_presets, load_preset
from goldsmith.project.corpus.schemas import find_schema
from goldsmith.project.terms.find import Filter
from goldsmith.project.terms.preannotate import Annotator
from goldsmith.terminology.store import Terminology

#: Rule -> what it finds.
RULES = {
    "pronouns": "pronouns that refer to people",
    "honorifics": "names after Mr, Mrs and Ms",
    "pairs": "pairs of mentions of the same thing, with their Bagga class",
}
_LOOK_UP, _PEOPLE, _PAIRS = "lookup", "people", "pairs"


class Plan(msgspec.Struct, frozen=True):
    """A plan of pre-annotation: options of its components, the schema, and whether to link."""

    lookup: LookupOptions | None = LookupOptions(explain=True)
    people: PeopleOptions | None = None
    schema: str = ""
    pairs: bool = False


def read_plan(preset: str) -> Plan:
    """Read the plan of a preset.

    Raises:
        UnknownName: There is no such preset.
        InputError: The preset has components that are trained.
    """
    config = load_preset(preset)
    if not _is_preannotation(config):
        presets = [name for name in list_presets() if _is_preannotation(load_preset(name))]
        raise InputError(
            f"the preset {preset} has to be trained",
            expected="one of the presets for pre-annotation: " + ", ".join(presets),
        )
    steps = {step.use: parse_options(step.use, step.options) for step in config.steps}
    lookup, people = steps.get(_LOOK_UP), steps.get(_PEOPLE)
    return Plan(
        lookup if isinstance(lookup, LookupOptions) else None,
        people if isinstance(people, PeopleOptions) else None,
        config.schema,
    )


def _is_preannotation(config: Config) -> bool:
    return {step.use for step in config.steps} <= {_LOOK_UP, _PEOPLE}


def make_plan(preset: str, rules: Collection[str], *, looks_up: bool) -> Plan:
    """Make a plan from a preset and rules for people.

    Args:
        preset: The preset; without one, the plan has the options of the rules.
        rules: The names of rules, in addition to those of the preset.
        looks_up: Whether terminologies or options of the look-up are named. With rules alone,
            nothing is looked up.
    """
    people, pairs = parse_rules(rules), _PAIRS in rules
    if preset:
        plan = read_plan(preset)
        return msgspec.structs.replace(plan, people=people or plan.people, pairs=pairs)
    if people and not looks_up:
        return Plan(lookup=None, people=people, pairs=pairs)
    return Plan(people=people, pairs=pairs)


def make_lookup_options(plan: Plan, chosen: Mapping[str, Any]) -> LookupOptions | None:
    """Return the options of the look-up, with those that the user chose; None without a look-up.

    Raises:
        InputError: A value is out of range.
    """
    if plan.lookup is None:
        return None
    options = msgspec.to_builtins(plan.lookup)
    parsed = parse_options(_LOOK_UP, {**options, **chosen})
    assert isinstance(parsed, LookupOptions)
    return parsed


def parse_rules(names: Collection[str]) -> PeopleOptions | None:
    """Return the options of the component `people` for the names of rules; None without people.

    Raises:
        UnknownName: There is no such rule.
    """
    for name in names:
        if name not in RULES:
            raise UnknownName("rule", name, RULES)
    if not set(names) - {_PAIRS}:
        return None
    options = PeopleOptions(pronouns="people" if "pronouns" in names else "none")
    return options if "honorifics" in names else msgspec.structs.replace(options, honorifics=())


class AnnotatorFactory:
    """Makes the annotator of a plan, with the threshold of the plan or another.

    Args:
        plan: The plan.
        chosen: Options of the look-up that override those of the plan.
        open_terminologies: Opens the terminologies; not called if nothing is looked up.
        only: Further conditions on concepts.
        schema: The schema of the new set; by default the schema of the plan.
        name: The name of the new set.
        warn: Receives a message for each terminology that is left out.

    Raises:
        InputError: An option is out of range, or the type of mentions of people is not specified.
    """

    def __init__(
        self,
        plan: Plan,
        chosen: Mapping[str, Any],
        open_terminologies: Callable[[], Sequence[Terminology]],
        *,
        only: Filter = Filter(),  # noqa: B008 - frozen
        schema: str = "",
        name: str = "lookup",
        warn: Callable[[str], None] = lambda _: None,
    ) -> None:
        named = schema or plan.schema
        self._schema = find_schema(named) if named else None
        self._options = make_lookup_options(plan, chosen)
        self._people = self._make_people(plan.people, chosen) if plan.people else None
        linking = LinkingOptions(rules_only=True)
        self._pairs = Coreference(linking, Resources(schema=self._schema)) if plan.pairs else None
        self._terminologies = open_terminologies() if self._options else ()
        subset = self._options.subset if self._options else ""
        self._only = msgspec.structs.replace(only, subset=subset)
        self._name, self._warn = name, warn

    def _make_people(self, options: PeopleOptions, chosen: Mapping[str, Any]) -> People:
        """Make the component; without a look-up, the chosen type applies to people."""
        if not self._options and chosen.get("type"):
            options = msgspec.structs.replace(options, type=chosen["type"])
        return People(options, Resources(schema=self._schema))

    def __call__(self, threshold: int | None = None) -> Annotator:
        """Make the annotator.

        Args:
            threshold: The threshold; by default the threshold of the options.
        """
        options = self._options or LookupOptions()
        return Annotator(
            self._terminologies,
            self._only,
            kind=options.type,
            schema=self._schema.name if self._schema else "",
            name=self._name,
            threshold=options.threshold if threshold is None else threshold,
            overlap=options.overlap,
            exact=options.exact,
            typos=options.typos,
            mappings=options.mappings,
            people=self._people,
            pairs=self._pairs,
            warn=self._warn,
        )
