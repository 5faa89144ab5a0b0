"""Every registered format passes the conformance suite."""

from collections.abc import Callable

import pytest
from hypothesis import Phase, find, settings

from goldsmith import formats
from goldsmith.core import Code, Document
from goldsmith.formats.base import EVERYTHING
from goldsmith.testing import check_format
from goldsmith.testing.strategies import any_documents, documents
from goldsmith.testing.vocabulary import AWKWARD, Vocabulary


@pytest.mark.parametrize("name", formats.names())
def test_format_conforms(name: str) -> None:
    check_format(formats.get(name), examples=30)


def has_code(check: Callable[[Code], bool]) -> Callable[[Document], bool]:
    return lambda doc: any(
        check(code) for anns in doc.sets.values() for m in anns.mentions for code in m.codes
    )


#: A field of the vocabulary, and a condition for documents with a word that once broke files.
HARD: tuple[tuple[str, Callable[[Document], bool]], ...] = (
    ("systems", has_code(lambda code: " " in code.system)),
    ("systems", has_code(lambda code: "://" in code.system)),
    ("codes", has_code(lambda code: "\t" in code.code)),
    ("code_names", has_code(lambda code: "\n" in code.name)),
    ("ids", lambda doc: any("\t" in m.id for anns in doc.sets.values() for m in anns.mentions)),
    (
        "note_kinds",
        lambda doc: any(" " in note.kind for anns in doc.sets.values() for note in anns.notes),
    ),
)
#: Settings of a search that does not shrink its result.
SEARCH = settings(phases=[Phase.generate], max_examples=5000, database=None)


def has_ids_and_codes(doc: Document) -> bool:
    """Return whether all mentions have ids and all codes have a code."""
    has_ids = all(m.id for anns in doc.sets.values() for m in anns.mentions)
    return has_ids and not has_code(lambda code: not code.code)(doc)


@pytest.mark.parametrize(("field", "condition"), HARD)
def test_awkward_vocabularies_generate_words_that_have_broken_files(
    field: str, condition: Callable[[Document], bool]
) -> None:
    words = AWKWARD[Vocabulary.__struct_fields__.index(field)]
    assert has_ids_and_codes(find(documents(words=words), condition, settings=SEARCH))


def test_the_suite_draws_from_awkward_vocabularies() -> None:
    def is_hard(doc: Document) -> bool:
        assert has_ids_and_codes(doc)
        return any(condition(doc) for _, condition in HARD)

    find(any_documents(EVERYTHING), is_hard, settings=SEARCH)
