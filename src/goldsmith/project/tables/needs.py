"""The requirements of tables on a corpus, and the messages if a corpus lacks them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from goldsmith.project.tables.selections import Selection, find_layer, select
from goldsmith.project.tables.view import CorpusView

#: Requirement -> whether a corpus meets it, and the message if not.
_NEEDS: Mapping[str, tuple[Callable[[CorpusView], bool], str]] = {
    "annotators": (
        lambda view: _shares_documents(view, view.roles.annotator),
        "documents that two or more annotators annotated",
    ),
    "sets": (lambda view: any(doc.sets for doc in view.docs), "documents with annotation sets"),
    "gold": (lambda view: bool(view.roles.gold), "a gold standard"),
    "consensus": (
        lambda view: _shares_documents(view, view.roles.consensus),
        "two consensus sets of different annotators",
    ),
    "systems": (lambda view: bool(view.roles.system), "sets of systems"),
    "two systems": (lambda view: len(view.roles.system) > 1, "sets of two or more systems"),
    "hours": (lambda view: view.has_fact("hours"), "the hours of each set"),
    "runs": (lambda view: view.has_fact("team"), "the teams and runs of the systems"),
    "codes": (
        lambda view: any(
            mention.codes
            for doc in view.docs
            for annotation_set in doc.sets.values()
            for mention in annotation_set.mentions
        ),
        "mentions with codes",
    ),
}


def list_missing(view: CorpusView, needs: Sequence[str]) -> list[str]:
    """List the requirements of a table that a corpus does not meet.

    Args:
        view: The corpus.
        needs: Names of requirements. "field NAME" needs a metadata field, "relations TYPE" and
            "mentions TYPE" need annotations in a gold set.
    """
    return [text for need in needs if (text := _describe_lack(view, need))]


def _describe_lack(view: CorpusView, need: str) -> str:
    """Return the missing data; "" if nothing is missing."""
    what, _, name = need.partition(" ")
    if what == "field":
        field = view.fields.get(name, name)
        return "" if view.list_values(name, {}) else f"documents with the metadata field {field}"
    if what in ("relations", "mentions"):
        set_name = find_layer(view, view.roles.gold, what, name)
        count = select(view, Selection(what, set_name, {}, {"annotation": name})).count
        return "" if count else f"{what} of the type {name} in a gold set"
    is_there, text = _NEEDS[need]
    return "" if is_there(view) else text


def _shares_documents(view: CorpusView, names: Sequence[str]) -> bool:
    """Return whether a document has two of these sets."""
    return any(sum(name in doc.sets for name in names) > 1 for doc in view.docs)
