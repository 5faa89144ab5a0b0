"""How mentions are meant: absent or possible, past, the family's, hypothetical, another's.

Triggers and the sections of a note decide by rules; where training data has the attributes, a
linear classifier that sees the triggers decides, if it does better. Signals in the manner of CLEF
(words of negation, side and part, with what they modify) are marked where the schema has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, ClassVar, Literal, NamedTuple

import msgspec

from goldsmith.components.assertion.classifier import Case, Seen, Way, choose, fit, seen
from goldsmith.components.assertion.mapping import Mapped, asked_for
from goldsmith.components.assertion.rules import ONGOING, RuleFile, read, shipped
from goldsmith.components.assertion.scope import (
    Found,
    Placed,
    Rules,
    Scope,
    categories,
    is_over,
    lowered,
    placed,
)
from goldsmith.components.assertion.signals import Signals
from goldsmith.core import AnnotationSet, Mention
from goldsmith.errors import InputError
from goldsmith.learning.linear import Linear
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

_INFO = "assertion.json"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What decides, and which attributes it sets."""

    #: Use the rules; with `classifier`, they are features and may be chosen over it.
    rules: bool = True
    #: Learn from the attributes of training data.
    classifier: bool = True
    #: Files of one's own rules, added to those that come with Goldsmith; or without those.
    rule_files: tuple[str, ...] = ()
    shipped_rules: bool = True
    #: Types of mentions; empty: those whose attributes the schema has, all without a schema.
    types: tuple[str, ...] = ()
    #: Category -> attribute -> value, and the values without any category; empty: by the schema.
    mapping: Mapping[str, Mapping[str, str]] = {}
    otherwise: Mapping[str, str] = {}
    #: What diseases that last are under "history of" and in a past history: there now, or past.
    lasting: Literal["current", "history"] = "current"
    #: Attributes to learn; empty: those of the mapping.
    learn: tuple[str, ...] = ()
    #: Mark signals and what they modify; not given: where the schema has such relations.
    signals: bool | None = None
    #: Folds of the cross-validation that chooses between rules and classifier; 0: no choosing.
    folds: Annotated[int, msgspec.Meta(ge=0)] = 3
    #: How closely the classifier follows the training data.
    c: Annotated[float, msgspec.Meta(gt=0)] = 0.1


class _Saved(msgspec.Struct, frozen=True):
    """assertion.json: how each attribute is told."""

    ways: Mapping[str, Way]


class Judged(NamedTuple):
    """A mention, the triggers of its sentence, and the categories it has by the rules."""

    placed: Placed
    scopes: Sequence[Scope]
    found: Found
    kind: str


class Assertion:
    """Sets attributes of mentions by triggers, sections and what was learned."""

    requires: ClassVar[frozenset[str]] = frozenset({"mentions"})
    adds: ClassVar[frozenset[str]] = frozenset({"assertion"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        if not options.rules and not options.classifier:
            raise InputError(
                "the component assertion has neither rules nor a classifier",
                remedy="Set rules or classifier to true",
            )
        self.options, self.resources = options, resources
        files = _rule_files(options)
        self._rules = Rules(files)
        self._mapped, self._other = asked_for(
            options.mapping, options.otherwise, resources.schema, files
        )
        everyone = [*self._mapped.values(), *([self._other] if self._other else [])]
        self._named = frozenset(name for one in everyone for name in one.names)
        self._signals = Signals.of(resources.schema, options.signals)
        self._known: dict[tuple[str, frozenset[str]], dict[str, str]] = {}
        self._ways: dict[str, Way] = {}
        self._models: dict[str, Linear] = {}

    def __call__(self, work: Analysis) -> None:
        """Give the mentions their attributes, then mark signals."""
        if not self._ways and not self.options.rules:
            raise InputError("the component assertion was not trained", remedy="Train it first")
        low = lowered(work)
        if wanted := [one for one in work.mentions if self._mapping(one.type)]:
            judged = list(self._judge(work, low, wanted))
            told = self._decide(work, low, judged)
            given = {
                one.placed.mention.id: values for one, values in zip(judged, told, strict=True)
            }
            own = self._named | frozenset(self._ways)
            work.mentions = [_with(one, given.get(one.id), own) for one in work.mentions]
        if self._signals:
            self._signals.add(work, low, self._rules)

    def _mapping(self, type_: str) -> Mapped | None:
        """How attributes of that type of mention are set; None when they are not."""
        if self.options.types and type_ not in self.options.types:
            return None
        return self._mapped.get(type_, self._other)

    def _judge(
        self, work: Analysis, low: Sequence[str], mentions: Sequence[Mention]
    ) -> Iterator[Judged]:
        """The mentions by what rules say; the triggers of a sentence are looked for once."""
        kinds = work.section_kinds
        for sentence, several in groupby(placed(work, mentions), key=lambda one: one.sentence):
            scopes = self._rules.scopes(low, *work.sentences[sentence])
            kind = kinds[sentence]
            for one in several:
                found = categories(scopes, one.ranges) if scopes else {}
                for category in self._rules.of_section(work, kind, one.mention) if kind else ():
                    found.setdefault(category, 0)
                goes_on = found.pop(ONGOING, None) is not None
                if "historical" in found and self._still(low, one, scopes, goes_on=goes_on):
                    del found["historical"]
                yield Judged(one, scopes, found, kind)

    def _still(
        self, low: Sequence[str], one: Placed, scopes: Sequence[Scope], *, goes_on: bool
    ) -> bool:
        """Whether a disease is there now, though the words are of history: diabetes is for life."""
        if is_over(scopes, one.ranges):
            return False
        return goes_on or (self.options.lasting == "current" and self._rules.lasts(low, one.ranges))

    def _decide(
        self, work: Analysis, low: Sequence[str], judged: Sequence[Judged]
    ) -> list[dict[str, str]]:
        """The attributes of each mention."""
        ruled = [self._ruled(one) for one in judged]
        if not judged or not self._models:
            return ruled
        given = [dict(values) for values in ruled]
        rows = [_seen(work, low, one) for one in judged]
        for name, model in self._models.items():
            told = model.predict([row.row(self._ways[name]) for row in rows])
            for values, value in zip(given, told, strict=True):
                values[name] = value
        return [self._complete(one, values) for one, values in zip(judged, given, strict=True)]

    def _ruled(self, one: Judged) -> dict[str, str]:
        """The attributes by the rules; there are few combinations, and each is worked out once."""
        type_ = one.placed.mention.type
        found = frozenset(one.found if self.options.rules else ())
        known = self._known.get((type_, found))
        if known is None:
            mapped = self._mapping(type_)
            known = _told(mapped.attributes(found)) if mapped else {}
            self._known[type_, found] = known
        return known

    def _complete(self, one: Judged, values: dict[str, str]) -> dict[str, str]:
        mapped = self._mapping(one.placed.mention.type)
        return _told(mapped.complete(values) if mapped else values)

    def train(self, examples: Sequence[Example]) -> None:
        """Learn the attributes that the mapping, or `learn`, names."""
        self._ways, self._models = {}, {}
        if not self.options.classifier:
            return
        cases = [case for number, one in enumerate(examples) for case in self._cases(number, one)]
        for name in self._to_learn(cases):
            self.resources.progress(f"training assertion, {name}")
            way = choose(cases, name, self._open_ways(), folds=self.options.folds, c=self.options.c)
            self._ways[name] = way
            if way != "rules":
                self._models[name] = fit(cases, name, way, c=self.options.c)

    def _open_ways(self) -> tuple[Way, ...]:
        if not self.options.rules:
            return ("words",)
        return ("rules", "words", "both") if self.options.folds > 1 else ("both",)

    def _cases(self, number: int, example: Example) -> Iterator[Case]:
        work, low = example.work, lowered(example.work)
        for one in self._judge(work, low, self._wanted(example.gold)):
            gold = one.placed.mention.attributes
            yield Case(_seen(work, low, one), self._ruled(one), gold, number)

    def _wanted(self, gold: AnnotationSet) -> list[Mention]:
        return [one for one in gold.mentions if one.spans and self._mapping(one.type)]

    def _to_learn(self, cases: Sequence[Case]) -> list[str]:
        """The attributes that take at least two values; raises InputError if there are none."""
        named = self.options.learn or tuple(sorted(self._named))
        there = [name for name in named if len({case.gold.get(name, "") for case in cases}) > 1]
        if not there and (self.options.learn or not self.options.rules):
            raise InputError(
                "the training data has none of the attributes " + ", ".join(named),
                expected="mentions with several values of them",
                remedy="Name the attributes with `learn`, or set classifier to false",
            )
        return there

    def save(self, folder: Path) -> None:
        (folder / _INFO).write_bytes(msgspec.json.encode(_Saved(self._ways)))
        for number, (_, model) in enumerate(sorted(self._models.items())):
            place = folder / str(number)
            place.mkdir()
            model.save(place)

    def load(self, folder: Path) -> None:
        try:
            self._ways = dict(msgspec.json.decode((folder / _INFO).read_bytes(), type=_Saved).ways)
        except (OSError, msgspec.MsgspecError):
            raise InputError(
                f"{_INFO} cannot be read", where=str(folder), remedy="Train the model again"
            ) from None
        learned = sorted(name for name, way in self._ways.items() if way != "rules")
        self._models = {
            name: Linear.load(folder / str(number)) for number, name in enumerate(learned)
        }


def _rule_files(options: Options) -> list[RuleFile]:
    files = [shipped()] if options.shipped_rules else []
    return files + [read(Path(name)) for name in options.rule_files]


def _told(values: Mapping[str, str]) -> dict[str, str]:
    """The values that are there."""
    return {name: value for name, value in values.items() if value}


def _with(mention: Mention, values: Mapping[str, str] | None, own: frozenset[str]) -> Mention:
    """The mention with these values, and no others for the attributes that are set here."""
    if values is None:
        return mention
    if mention.attributes:
        kept = {name: value for name, value in mention.attributes.items() if name not in own}
        values = {**kept, **values}
    return Mention(mention.id, mention.type, mention.spans, values, mention.codes, mention.text)


def _seen(work: Analysis, low: Sequence[str], one: Judged) -> Seen:
    sentence = work.sentences[one.placed.sentence]
    return seen(one.placed, low, sentence, one.kind, one.scopes, one.found)


provides = Assertion
