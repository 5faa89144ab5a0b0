"""Rules about spans, links and values."""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache

from goldsmith.core import AnnotationSet, Document, Mention, Problem, Relation, Schema
from goldsmith.core.problem import ProblemReporter
from goldsmith.core.schema import MentionType, RelationType, Rule
from goldsmith.errors import shorten_id
from goldsmith.rules.code_rules import ConceptChecker
from goldsmith.rules.times import is_time_value
from goldsmith.text.sentences import split_sentences
from goldsmith.text.tokens import tokenise


def check_rules(
    doc: Document,
    annotation_set: AnnotationSet,
    schema: Schema,
    concepts: ConceptChecker | None = None,
) -> Iterator[Problem]:
    """Yield the annotations that break a rule of the schema.

    Args:
        doc: The document that the set annotates.
        annotation_set: The set.
        schema: The schema with the rules; rules that are off are not checked.
        concepts: Checks the rules about codes; without it they are not checked.
    """
    view = _View(doc, annotation_set, schema)
    for rule in schema.rule:
        if rule.off:
            continue
        if rule.name in _CHECKS:
            yield from _CHECKS[rule.name](rule, view)
        elif concepts is not None:
            mentions = view.select_mentions(rule)
            yield from concepts.check(rule, doc, mentions, view.reporter)


class _View:
    """An annotation set, indexed for the rules."""

    def __init__(self, doc: Document, annotation_set: AnnotationSet, schema: Schema) -> None:
        self.doc, self._set = doc, annotation_set
        self.reporter = ProblemReporter(doc, annotation_set)
        self.mentions = annotation_set.mentions_by_id()
        kinds: list[MentionType | RelationType] = [*schema.mention, *schema.relation]
        self._defaults = {
            kind.name: {name: attribute.default for name, attribute in kind.attributes.items()}
            for kind in kinds
        }

    def matches(self, item: Mention | Relation, values: Mapping[str, str]) -> bool:
        """Return whether an annotation has the attribute values, set or by default."""
        attributes = {**self._defaults.get(item.type, {}), **item.attributes}
        return all(attributes.get(name) == value for name, value in values.items())

    def select_mentions(self, rule: Rule) -> list[Mention]:
        """Return the mentions that a rule applies to."""
        return [
            mention
            for mention in self._set.mentions
            if mention.type in rule.types and self.matches(mention, rule.when)
        ]

    def select_relations(self, rule: Rule) -> Iterator[tuple[Relation, Mention, Mention]]:
        """Yield the relations that a rule applies to, with their arguments."""
        for rel in self._set.relations:
            first, second = self.mentions.get(rel.arg1), self.mentions.get(rel.arg2)
            if rel.type in rule.relations and first and second and self.matches(rel, rule.when):
                yield rel, first, second

    def select_links(self, rule: Rule) -> Iterator[Relation]:
        """Yield all relations of the types that a rule names."""
        return (rel for rel in self._set.relations if rel.type in rule.relations)

    def get_sentence(self, offset: int) -> int:
        """Return the number of the sentence at an offset."""
        return bisect.bisect_right(_find_sentence_starts(self.doc.text), offset)


@lru_cache(maxsize=64)  # cached, because the server checks the same text at every change
def _find_sentence_starts(text: str) -> tuple[int, ...]:
    tokens = tokenise(text)
    return tuple(tokens.starts[first] for first, _ in split_sentences(text, tokens))


def _check_unlinked(rule: Rule, view: _View) -> Iterator[Problem]:
    unlinked = {mention.id for mention in view.select_mentions(rule)}
    for rel in view.select_links(rule):
        if rel.arg1 in unlinked or rel.arg2 in unlinked:
            condition = _format_values(rule.when)
            yield view.reporter.report(
                rel.id, rule.name, f"a mention with {condition} must not be an argument of it"
            )


def _check_linked_to(rule: Rule, view: _View) -> Iterator[Problem]:
    for rel, _, second in view.select_relations(rule):
        if not view.matches(second, rule.target):
            yield view.reporter.report(
                rel.id,
                rule.name,
                f"{_name(rel, rule)} must lead to a mention with {_format_values(rule.target)}",
            )


def _check_same_sentence(rule: Rule, view: _View) -> Iterator[Problem]:
    for rel, first, second in view.select_relations(rule):
        if first.start < 0 or second.start < 0:
            continue
        if view.get_sentence(first.start) != view.get_sentence(second.start):
            message = f"the arguments of {_name(rel, rule)} must be in one sentence"
            yield view.reporter.report(rel.id, rule.name, message)


def _check_time_values(rule: Rule, view: _View) -> Iterator[Problem]:
    for mention in view.select_mentions(rule):
        value = mention.attributes.get(rule.attribute, "")
        if value and not is_time_value(value):
            message = f"the {rule.attribute} is not an ISO 8601 or TIMEX3 value (2008-03-14, P6M)"
            yield view.reporter.report_mention(mention, rule.name, message)


def _check_antecedents(rule: Rule, view: _View) -> Iterator[Problem]:
    for rel, anaphor, antecedent in view.select_relations(rule):
        if 0 <= anaphor.start <= antecedent.start:
            yield view.reporter.report(
                rel.id, rule.name, "the antecedent must come before the anaphor"
            )


def _check_one_per_span(rule: Rule, view: _View) -> Iterator[Problem]:
    first_ids: dict[object, str] = {}
    for mention in view.select_mentions(rule):
        first_id = first_ids.setdefault((mention.type, mention.spans), mention.id)
        if mention.spans and first_id != mention.id:
            yield view.reporter.report_mention(
                mention,
                rule.name,
                f"{shorten_id(first_id)} has the same words; expected one annotation",
            )


def _check_words(rule: Rule, view: _View) -> Iterator[Problem]:
    pattern = _compile_words(rule.words)
    for mention in view.select_mentions(rule):
        wording = " ".join(view.doc.text[span.start : span.end] for span in mention.spans)
        match = pattern.search(wording)
        if match:
            listed = match.group().casefold()
            yield view.reporter.report_mention(
                mention, rule.name, f"the span must not contain {listed!r}"
            )


@cache
def _compile_words(words: tuple[str, ...]) -> re.Pattern[str]:
    alternatives = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)


def _name(rel: Relation, rule: Rule) -> str:
    condition = _format_values(rule.when)
    return f"a {rel.type}" + (f" with {condition}" if condition else "")


def _format_values(values: Mapping[str, str]) -> str:
    return " and ".join(f"{name} {value}" for name, value in values.items())


_CHECKS: dict[str, Callable[[Rule, _View], Iterable[Problem]]] = {
    "unlinked": _check_unlinked,
    "linked-to": _check_linked_to,
    "same-sentence": _check_same_sentence,
    "time-value": _check_time_values,
    "antecedent-first": _check_antecedents,
    "one-per-span": _check_one_per_span,
    "without-words": _check_words,
}
