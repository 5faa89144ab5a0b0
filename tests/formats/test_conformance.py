"""Every registered format passes the conformance suite."""

from collections.abc import Callable

import pytest
from hypothesis import Phase, find, settings

from goldsmith import formats
from goldsmith.core import Code, Document
from goldsmith.formats.base import EVERYTHING
from goldsmith.testing import check_format
from goldsmith.testing.strategies import any_documents


@pytest.mark.parametrize("name", formats.names())
def test_format_conforms(name: str) -> None:
    check_format(formats.get(name))


def has_code(check: Callable[[Code], bool]) -> Callable[[Document], bool]:
    return lambda doc: any(
        check(code) for anns in doc.sets.values() for m in anns.mentions for code in m.codes
    )


HARD: tuple[Callable[[Document], bool], ...] = (
    has_code(lambda code: " " in code.system),
    has_code(lambda code: "://" in code.system),
    has_code(lambda code: "\t" in code.code),
    has_code(lambda code: "\n" in code.name),
    lambda doc: any("\t" in m.id for anns in doc.sets.values() for m in anns.mentions),
    lambda doc: any(" " in note.kind for anns in doc.sets.values() for note in anns.notes),
)


def test_the_suite_draws_what_breaks_files() -> None:
    drawn: set[int] = set()

    def meets_all(doc: Document) -> bool:
        assert all(m.id for anns in doc.sets.values() for m in anns.mentions)
        assert not has_code(lambda code: not code.code)(doc)
        drawn.update(number for number, condition in enumerate(HARD) if condition(doc))
        return len(drawn) == len(HARD)

    search = settings(phases=[Phase.generate], max_examples=5000, database=None)  # no shrinking
    find(any_documents(EVERYTHING), meets_all, settings=search)
