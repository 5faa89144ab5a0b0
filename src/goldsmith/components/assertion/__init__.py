"""Assertion status of mentions: absent, possible, past, hypothetical, or about someone else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import ClassVar, NamedTuple

import msgspec

from goldsmith.components.assertion.classifier import (
    DecisionMethod,
    MentionFeatures,
    TrainingCase,
    choose_method,
    extract_features,
    train_classifier,
)
from goldsmith.components.assertion.mapping import AttributeMapping, choose_mapping
from goldsmith.components.assertion.options import Options
from goldsmith.components.assertion.rules import (
    ONGOING,
    RuleFile,
    load_default_rules,
    read_rules,
)
from goldsmith.components.assertion.scope import (
    CategoryDistances,
    PlacedMention,
    Scope,
    TriggerRules,
    find_categories,
    is_over,
    lower_tokens,
    place_mentions,
)
from goldsmith.components.assertion.signals import Signals
from goldsmith.core import Mention
from goldsmith.errors import InputError
from goldsmith.learning.linear import LinearClassifier
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

__all__ = ["Assertion", "Options", "provides"]

_INFO = "assertion.json"


class _Info(msgspec.Struct, frozen=True):
    """The content of assertion.json: the decision method of each attribute."""

    ways: Mapping[str, DecisionMethod]


class _JudgedMention(NamedTuple):
    """A mention with its section, the trigger scopes of its sentence and its rule categories."""

    placed: PlacedMention
    scopes: Sequence[Scope]
    categories: CategoryDistances
    section: str


class Assertion:
    """Sets attributes of mentions by trigger rules, sections and trained classifiers.

    The rules use triggers ("no", "possible", "history of") whose scope covers a mention, and the
    section of the mention. If the training data has the attributes, a linear classifier with the
    triggers as features is trained as well, and cross-validation chooses between the two. CLEF
    signals (mentions of negation, side and part, with relations to the mentions they modify) are
    added if the schema has them.

    Example:
        >>> component = Assertion(Options(classifier=False), Resources())
        >>> component(analysis)
        >>> [mention.attributes for mention in analysis.mentions]

    Options: see `Options` and docs/reference/components/assertion.md.

    Measured on MACCROBAT, gold mentions, five folds (docs/reference/components/assertion.md):

        absent (NEG), rules               P 0.916  R 0.913  F 0.914
        doubt, rules                      P 0.595  R 0.586  F 0.591
        absent, on 67 unread documents    P 0.894  R 0.913  F 0.903
    """

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
        files = _read_rule_files(options)
        self._rules = TriggerRules(files)
        self._mappings, self._default_mapping = choose_mapping(
            options.mapping, options.otherwise, resources.schema, files
        )
        mappings = [*self._mappings.values()]
        mappings += [self._default_mapping] if self._default_mapping else []
        self._attributes = frozenset(name for mapping in mappings for name in mapping.names)
        self._signals = Signals.from_schema(resources.schema, options.signals)
        self._rule_values: dict[tuple[str, frozenset[str]], dict[str, str]] = {}
        self._methods: dict[str, DecisionMethod] = {}
        self._models: dict[str, LinearClassifier] = {}

    def __call__(self, analysis: Analysis) -> None:
        if not self._methods and not self.options.rules:
            raise InputError("the component assertion was not trained", remedy="Train it first")
        low = lower_tokens(analysis)
        if mentions := [m for m in analysis.mentions if self._get_mapping(m.type)]:
            judged = list(self._judge(analysis, low, mentions))
            decisions = self._decide(analysis, low, judged)
            by_id = {
                mention.placed.mention.id: values
                for mention, values in zip(judged, decisions, strict=True)
            }
            own = self._attributes | frozenset(self._methods)
            analysis.mentions = [
                _set_attributes(mention, by_id.get(mention.id), own)
                for mention in analysis.mentions
            ]
        if self._signals:
            self._signals.add(analysis, low, self._rules)

    def sets_attributes_of(self, mention: Mention) -> bool:
        """Return whether a mention has an attribute that this component sets."""
        mapping = self._get_mapping(mention.type)
        return mapping is not None and not mapping.names.isdisjoint(mention.attributes)

    def _get_mapping(self, type_: str) -> AttributeMapping | None:
        """Return the mapping of a mention type, or None if none of its attributes is set."""
        if self.options.types and type_ not in self.options.types:
            return None
        return self._mappings.get(type_, self._default_mapping)

    def _judge(
        self, analysis: Analysis, low: Sequence[str], mentions: Sequence[Mention]
    ) -> Iterator[_JudgedMention]:
        """Apply the rules to mentions, looking up the triggers of each sentence once."""
        sections = analysis.section_kinds
        placed = place_mentions(analysis, mentions)
        for sentence, group in groupby(placed, key=lambda mention: mention.sentence):
            in_sentence = list(group)
            first, end = analysis.sentences[sentence]
            scopes = self._rules.find_scopes(low, first, end, in_sentence)
            section = sections[sentence]
            for mention in in_sentence:
                categories = find_categories(scopes, mention.ranges) if scopes else {}
                if section:
                    for category in self._rules.find_section_categories(
                        analysis, section, mention.mention
                    ):
                        categories.setdefault(category, 0)
                ongoing = categories.pop(ONGOING, None) is not None
                if "historical" in categories and self._is_current(
                    low, mention, scopes, ongoing=ongoing
                ):
                    del categories["historical"]
                yield _JudgedMention(mention, scopes, categories, section)

    def _is_current(
        self, low: Sequence[str], mention: PlacedMention, scopes: Sequence[Scope], *, ongoing: bool
    ) -> bool:
        """Return whether a disease with a history is still present: diabetes is lifelong."""
        if is_over(scopes, mention.ranges):
            return False
        return ongoing or (
            self.options.lasting == "current" and self._rules.is_lasting(low, mention.ranges)
        )

    def _decide(
        self, analysis: Analysis, low: Sequence[str], judged: Sequence[_JudgedMention]
    ) -> list[dict[str, str]]:
        """Decide the attributes of each mention."""
        by_rules = [self._apply_rules(mention) for mention in judged]
        if not judged or not self._models:
            return by_rules
        decisions = [dict(values) for values in by_rules]
        features = [_extract(analysis, low, mention) for mention in judged]
        for name, model in self._models.items():
            rows = [mention.select(self._methods[name]) for mention in features]
            for values, value in zip(decisions, model.predict(rows), strict=True):
                values[name] = value
        return [
            self._complete(mention, values)
            for mention, values in zip(judged, decisions, strict=True)
        ]

    def _apply_rules(self, mention: _JudgedMention) -> dict[str, str]:
        """Return the attributes that the rules assign; the few combinations are cached."""
        type_ = mention.placed.mention.type
        categories = frozenset(mention.categories if self.options.rules else ())
        values = self._rule_values.get((type_, categories))
        if values is None:
            mapping = self._get_mapping(type_)
            values = _drop_empty(mapping.assign(categories)) if mapping else {}
            self._rule_values[type_, categories] = values
        return values

    def _complete(self, mention: _JudgedMention, values: dict[str, str]) -> dict[str, str]:
        mapping = self._get_mapping(mention.placed.mention.type)
        return _drop_empty(mapping.complete(values) if mapping else values)

    def train(self, examples: Sequence[Example]) -> None:
        self._methods, self._models = {}, {}
        if not self.options.classifier:
            return
        cases = [
            case
            for number, example in enumerate(examples)
            for case in self._make_cases(number, example)
        ]
        folds, c = self.options.folds, self.options.c
        for name in self._select_attributes(cases):
            self.resources.progress(f"training assertion, {name}")
            method = choose_method(cases, name, self._list_methods(), folds=folds, c=c)
            self._methods[name] = method
            if method != "rules":
                self._models[name] = train_classifier(cases, name, method, c=c)

    def _list_methods(self) -> tuple[DecisionMethod, ...]:
        if not self.options.rules:
            return ("words",)
        return ("rules", "words", "both") if self.options.folds > 1 else ("both",)

    def _make_cases(self, number: int, example: Example) -> Iterator[TrainingCase]:
        analysis, low = example.analysis, lower_tokens(example.analysis)
        mentions = [m for m in example.gold.mentions if m.spans and self._get_mapping(m.type)]
        for mention in self._judge(analysis, low, mentions):
            gold = mention.placed.mention.attributes
            features = _extract(analysis, low, mention)
            yield TrainingCase(features, self._apply_rules(mention), gold, number)

    def _select_attributes(self, cases: Sequence[TrainingCase]) -> list[str]:
        """Select the attributes with at least two values in the training data.

        Raises:
            InputError: There are no such attributes, but the options require a classifier.
        """
        names = self.options.learn or tuple(sorted(self._attributes))
        selected = [name for name in names if len({case.gold.get(name, "") for case in cases}) > 1]
        if not selected and (self.options.learn or not self.options.rules):
            raise InputError(
                "the training data has none of the attributes " + ", ".join(names),
                expected="mentions with several values of them",
                remedy="Name the attributes with `learn`, or set classifier to false",
            )
        return selected

    def save(self, folder: Path) -> None:
        (folder / _INFO).write_bytes(msgspec.json.encode(_Info(self._methods)))
        for number, (_, model) in enumerate(sorted(self._models.items())):
            place = folder / str(number)
            place.mkdir()
            model.save(place)

    def load(self, folder: Path) -> None:
        try:
            self._methods = dict(
                msgspec.json.decode((folder / _INFO).read_bytes(), type=_Info).ways
            )
        except (OSError, msgspec.MsgspecError):
            raise InputError(
                f"{_INFO} cannot be read", where=str(folder), remedy="Train the model again"
            ) from None
        trained = sorted(name for name, method in self._methods.items() if method != "rules")
        self._models = {
            name: LinearClassifier.load(folder / str(number)) for number, name in enumerate(trained)
        }


def _read_rule_files(options: Options) -> list[RuleFile]:
    files = [load_default_rules()] if options.shipped_rules else []
    return files + [read_rules(Path(name)) for name in options.rule_files]


def _drop_empty(values: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in values.items() if value}


def _set_attributes(
    mention: Mention, values: Mapping[str, str] | None, own: frozenset[str]
) -> Mention:
    """Return the mention with these values in place of all attributes that this component sets."""
    if values is None:
        return mention
    if mention.attributes:
        foreign = {name: value for name, value in mention.attributes.items() if name not in own}
        values = {**foreign, **values}
    return Mention(mention.id, mention.type, mention.spans, values, mention.codes, mention.text)


def _extract(analysis: Analysis, low: Sequence[str], mention: _JudgedMention) -> MentionFeatures:
    sentence = analysis.sentences[mention.placed.sentence]
    return extract_features(
        mention.placed, low, sentence, mention.section, mention.scopes, mention.categories
    )


provides = Assertion
