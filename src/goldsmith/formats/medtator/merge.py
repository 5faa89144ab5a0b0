"""Merge the files of several annotators."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from goldsmith.core import Document
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.medtator.files import AnnotatorFiles
from goldsmith.formats.medtator.read import read_file, read_text
from goldsmith.formats.tree import Tree

_comparisons: WeakKeyDictionary[Tree, dict[tuple[str, str], bool]] = WeakKeyDictionary()


def has_annotators(unit: AnnotatorFiles, tree: Tree) -> bool:
    """Return whether file names identify annotators, because two files have the same text."""
    comparisons = _comparisons.setdefault(tree, {})
    if unit.evidence not in comparisons:
        try:
            first, second = (read_text(tree, file) for file in unit.evidence)
            comparisons[unit.evidence] = first == second
        except InputError:  # reported when the file itself is read
            comparisons[unit.evidence] = False
    return comparisons[unit.evidence]


def merge_files(unit: AnnotatorFiles, tree: Tree) -> Document:
    """Read the files of a document and return it with a set for each.

    Raises:
        InputError: A file cannot be read, or the annotators' texts differ.
    """
    parts = [(file, read_file(tree, file, unit.name, name)) for name, file in unit.files]
    text = parts[0][1].text
    for file, part in parts:
        if part.text != text:
            raise InputError(
                f"{shorten_id(unit.name)}: the text differs from the other files of this document",
                where=tree.where(file),
                expected="the same text for all annotators",
                remedy="Put files of other documents into other folders",
            )
    sets = {name: anns for _, part in parts for name, anns in part.sets.items()}
    return Document(unit.name, text, sets=sets)
