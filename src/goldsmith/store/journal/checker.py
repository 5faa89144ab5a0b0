"""The check of a change against schema and rules.

Only annotations that a change can affect are checked, so that a set of five thousand annotations is
not validated again at every keystroke. Problems that existed before do not make a change fail, and
annotations in progress may lack a code or an attribute.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from goldsmith.core import AnnotationSet, Document, Problem, Schema, validate
from goldsmith.core.validation import INCOMPLETE
from goldsmith.errors import InputError
from goldsmith.rules import check_rules
from goldsmith.store.journal.state import State

_PROBLEMS_SHOWN = 5


class Checker:
    """The check of changes to sets of one document under one schema.

    Args:
        doc: The document; its sets are not used.
        schema: The schema of the project.
    """

    def __init__(self, doc: Document, schema: Schema) -> None:
        self._doc, self._schema = doc, schema
        self._identity = {kind.name for kind in schema.relation if kind.identity}

    def find_problems(self, state: State, touched: Iterable[str]) -> set[Problem]:
        """Return the problems of the annotations around those that a change touches."""
        part = self._select_part(state, touched)
        problems = {*validate(self._doc, part, self._schema)}
        problems.update(check_rules(self._doc, part, self._schema))
        return {problem for problem in problems if problem.kind != INCOMPLETE}

    def find_incomplete(self, state: State) -> list[Problem]:
        """Return the codes and attributes that are required but missing from annotations."""
        content = state.export()
        whole = AnnotationSet("", content.mentions, content.relations, content.groups)
        problems = validate(self._doc, whole, self._schema)
        return [problem for problem in problems if problem.kind == INCOMPLETE]

    def _select_part(self, state: State, touched: Iterable[str]) -> AnnotationSet:
        ids = self._expand(state, touched)
        return AnnotationSet(
            "",
            tuple(mention for name in ids if (mention := state.mentions.get(name))),
            tuple(rel for name in ids if (rel := state.relations.get(name))),
            tuple(group for name in ids if (group := state.groups.get(name))),
        )

    def _expand(self, state: State, touched: Iterable[str]) -> Set[str]:
        """Add the dependants of the annotations, their referents, duplicates, and whole chains."""
        ids: dict[str, None] = {}
        waiting = list(touched)
        while waiting:
            name = waiting.pop()
            if name in ids:
                continue
            ids[name] = None
            mention = state.mentions.get(name)
            if mention:
                ids.update(dict.fromkeys(state.list_twins(mention.spans)))
                links = state.list_hanging(name)
                waiting += (link for link in links if self._is_identity(state, link))
                ids.update((link, None) for link in links if not self._is_identity(state, link))
            elif self._is_identity(state, name):
                waiting += _list_ends(state, name)
        for name in list(ids):
            ids.update(dict.fromkeys(_list_ends(state, name)))
        return ids.keys()

    def _is_identity(self, state: State, name: str) -> bool:
        link = state.relations.get(name) or state.groups.get(name)
        return link is not None and link.type in self._identity


def refuse_problems(problems: Iterable[Problem]) -> None:
    """Raise an error that names the problems; it never quotes the note.

    Raises:
        InputError: There is a problem.
    """
    ordered = sorted(problems, key=lambda problem: (problem.annotation, problem.message))
    if ordered:
        shown = "; ".join(_describe(ordered[:_PROBLEMS_SHOWN]))
        more = (
            f"; and {len(ordered) - _PROBLEMS_SHOWN} more" if len(ordered) > _PROBLEMS_SHOWN else ""
        )
        raise InputError(f"the change breaks the schema or its rules: {shown}{more}")


def _describe(problems: Iterable[Problem]) -> Iterator[str]:
    return (f"{problem.annotation}: {problem.message}" for problem in problems)


def _list_ends(state: State, name: str) -> tuple[str, ...]:
    """Return the mentions that a relation or group refers to."""
    if rel := state.relations.get(name):
        return rel.arg1, rel.arg2
    if group := state.groups.get(name):
        return group.members
    return ()
