"""A wrong plan is refused before the corpus is read."""

from collections.abc import Iterator

import pytest

from goldsmith.core import Document, Metadata
from goldsmith.errors import InputError
from goldsmith.project.corpus.note_stream import DocumentNotes
from goldsmith.project.sampling.sample import Target, draw
from goldsmith.sampling import DrawPlan, Part, Plan, Restriction, SplitPlan

SAMPLE = (Part("s", 3),)


class Corpus:
    """A corpus that counts how many of its 1,000 documents were read; the last has a rare field."""

    def __init__(self) -> None:
        self.read = 0

    def open_source(self) -> DocumentNotes:
        return DocumentNotes(self)

    def __iter__(self) -> Iterator[Document]:
        for number in range(1000):
            self.read += 1
            extra = {"ward": "AB"[number % 2]} | ({"rare": "yes"} if number == 999 else {})
            yield Document(f"d{number}", "fever", Metadata(type="letter", extra=extra))


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (DrawPlan(only=Restriction(icd10=("XXX",)), parts=SAMPLE), "range or code of ICD-10"),
        (DrawPlan(only=Restriction(min_share=2), parts=SAMPLE), "2 is not a share"),
        (DrawPlan(parts=SAMPLE, mirror="t"), "no part to mirror called 't'"),
        (DrawPlan(), "nothing to draw"),
        (SplitPlan({"a": "0.5", "b": "0.6"}), "add up to 1.1"),
    ],
)
def test_wrong_plan_is_refused_without_reading(plan: Plan, message: str) -> None:
    corpus = Corpus()
    with pytest.raises(InputError, match=message):
        draw(corpus.open_source, plan, Target())
    assert corpus.read == 0


@pytest.mark.parametrize(
    "plan",
    [
        DrawPlan(axes=("type", "wrad"), parts=SAMPLE),
        DrawPlan(only=Restriction(where={"wrad": ("A",)}), parts=SAMPLE),
        DrawPlan(only=Restriction(frequent="wrad"), parts=SAMPLE),
        SplitPlan({"a": "0.5", "b": "0.5"}, axes=("wrad",)),
    ],
)
def test_unknown_field_is_refused_after_a_hundred_documents(plan: Plan) -> None:
    corpus = Corpus()
    with pytest.raises(InputError, match=r"no field called 'wrad'.*subtype.*Did you mean ward"):
        draw(corpus.open_source, plan, Target())
    assert corpus.read == 100


def test_rare_extra_field_needs_its_prefix() -> None:
    corpus = Corpus()
    with pytest.raises(InputError, match=r"no field called 'rare'.*extra\.NAME"):
        draw(corpus.open_source, DrawPlan(axes=("rare",), parts=SAMPLE), Target())
    result = draw(corpus.open_source, DrawPlan(axes=("extra.rare",), parts=SAMPLE), Target())
    assert [row.population for row in result.strata] == [999, 1]


def test_built_in_fields_need_no_second_reading() -> None:
    corpus = Corpus()
    draw(corpus.open_source, DrawPlan(axes=("type", "diagnosis"), parts=SAMPLE), Target())
    assert corpus.read == 1000
