"""Classifiers of attributes: features, training, and the choice between rules and classifier.

Besides words, the features include the triggers of the rules: their side, their distance, and
whether their scope covers the mention. For each attribute, cross-validation on the training
documents decides whether rules, words, or both are used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from goldsmith.components.assertion.scope import CategoryDistances, PlacedMention, Scope
from goldsmith.learning.linear import LinearClassifier

DecisionMethod = Literal["rules", "words", "both"]
METHODS: Final[tuple[DecisionMethod, ...]] = ("rules", "words", "both")
_WINDOW: Final = 4
_BAG: Final = 12
_TENSES: Final = {
    **dict.fromkeys("was were had did been underwent presented developed became".split(), "past"),
    **dict.fromkeys("is are has have does am remains continues".split(), "present"),
    **dict.fromkeys("will shall would should may might could can".split(), "later"),
}


class MentionFeatures(NamedTuple):
    """Features of a mention: from words, and from the triggers of the rules."""

    words: list[str]
    rules: list[str]

    def select(self, method: DecisionMethod) -> list[str]:
        """Return the features that a method uses."""
        return self.words if method == "words" else self.words + self.rules


class TrainingCase(NamedTuple):
    """A training mention: features, values by the rules, gold values, document number."""

    features: MentionFeatures
    rule_values: Mapping[str, str]
    gold: Mapping[str, str]
    document: int


def extract_features(
    mention: PlacedMention,
    low: Sequence[str],
    sentence: tuple[int, int],
    kind: str,
    scopes: Sequence[Scope],
    categories: CategoryDistances,
) -> MentionFeatures:
    """Extract the features of a mention in its sentence."""
    begin, end = mention.ranges[0][0], mention.ranges[-1][1]
    type_ = mention.mention.type
    words = ["b", f"ty={type_}", *_describe_context(low, sentence, begin, end)]
    words += _describe_mention(low[begin:end])
    if kind:
        words += [f"sec={kind}", f"sec={kind}|{type_}"]
    rules = [f"r={category}" for category in categories] or ["r="]
    rules += [f"r={category}|{type_}" for category in categories]
    for scope in scopes:
        rules += _describe_trigger(scope, mention, low)
    return MentionFeatures(words, rules)


def _describe_mention(words: Sequence[str]) -> list[str]:
    row = [f"m={word}" for word in words]
    row += [f"h={words[-1]}", f"f={words[0]}"]
    return row + [f"m<{word[:3]}" for word in words if len(word) > 4]


def _describe_context(
    low: Sequence[str], sentence: tuple[int, int], begin: int, end: int
) -> list[str]:
    """Describe near words by position, farther words by side, and the tense."""
    first, stop = sentence
    before, after = low[max(first, begin - _BAG) : begin], low[end : min(stop, end + _BAG)]
    row = [f"-{n}={word}" for n, word in enumerate(reversed(before[-_WINDOW:]), 1)]
    row += [f"+{n}={word}" for n, word in enumerate(after[:_WINDOW], 1)]
    row += [f"<{word}" for word in set(before)] + [f">{word}" for word in set(after)]
    row += [f"<<{a}|{b}" for a, b in pairwise(before)]
    row += [f">>{a}|{b}" for a, b in pairwise(after)]
    row += [f"tense={_TENSES[word]}" for word in {*before, *after} if word in _TENSES]
    if not before:
        row.append("-1=^")
    if not after:
        row.append("+1=$")
    return row


def _describe_trigger(scope: Scope, mention: PlacedMention, low: Sequence[str]) -> list[str]:
    away = scope.compute_distance(mention.ranges)
    if away > len(low):
        return []
    side = "<" if scope.forward else ">"
    within = "in" if scope.covers(mention.ranges) else "out"
    near = "0" if not away else "1-2" if away < 3 else "3-6" if away < 7 else "7-"
    name = f"{side}{scope.category}:{within}"
    phrase = "_".join(low[scope.start : scope.end])
    row = [f"t{name}", f"t{name}:{near}", f"p{side}{phrase}:{within}", f"p{side}{phrase}:{near}"]
    between = low[scope.end : scope.end + away] if scope.forward else ()
    if within == "in" and len(between) < _BAG:
        row += [f"w{scope.category}:{word}" for word in set(between)]
    return row


def choose_method(
    cases: Sequence[TrainingCase],
    name: str,
    methods: Sequence[DecisionMethod],
    *,
    folds: int,
    c: float,
) -> DecisionMethod:
    """Choose the method with the best cross-validation score; on a tie, the simpler one."""
    if len(methods) == 1:
        return methods[0]
    scores = {method: _evaluate_method(cases, name, method, folds, c) for method in methods}
    return max(methods, key=lambda method: (round(scores[method], 4), -METHODS.index(method)))


def _evaluate_method(
    cases: Sequence[TrainingCase], name: str, method: DecisionMethod, folds: int, c: float
) -> float:
    """Compute F over all values except the most frequent one."""
    gold = [case.gold.get(name, "") for case in cases]
    frequent = max(sorted(set(gold)), key=gold.count)
    if method == "rules":
        predicted = [case.rule_values.get(name, "") for case in cases]
    else:
        predicted = _cross_validate(cases, name, method, folds, c)
    right = sum(a == b != frequent for a, b in zip(gold, predicted, strict=True))
    total = sum(value != frequent for value in (*gold, *predicted))
    return 2 * right / total if total else 1.0


def _cross_validate(
    cases: Sequence[TrainingCase], name: str, method: DecisionMethod, folds: int, c: float
) -> list[str]:
    """Predict each document with a classifier trained on the other folds."""
    predicted = [""] * len(cases)
    for fold in range(folds):
        inside = [case for case in cases if case.document % folds != fold]
        held_out = [index for index, case in enumerate(cases) if case.document % folds == fold]
        if not inside or not held_out:
            continue
        model = train_classifier(inside, name, method, c=c)
        rows = [cases[index].features.select(method) for index in held_out]
        for index, value in zip(held_out, model.predict(rows), strict=True):
            predicted[index] = value
    return predicted


def train_classifier(
    cases: Sequence[TrainingCase], name: str, method: DecisionMethod, *, c: float
) -> LinearClassifier:
    """Train a classifier of the values of an attribute; an empty value means that it is not set."""
    rows = [case.features.select(method) for case in cases]
    return LinearClassifier().fit(rows, [case.gold.get(name, "") for case in cases], c=c)
