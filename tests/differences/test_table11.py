"""Table 11 of CLEF: its twelve examples come out with the classes that the table prints.

Each is written as the two annotators marked it. The table's has_result is the schema's
has_finding, and its "modifies" is named by what modifies. In the last example the annotators are
printed with another side than the text has; the text's word is taken.
"""

import pytest

from goldsmith.core import AnnotationSet, Document, builtin
from goldsmith.differences import Difference, Roles, differences
from goldsmith.examples.inline import parse

CLEF = builtin("clef")


def pair(first: str, second: str) -> tuple[Document, AnnotationSet, AnnotationSet]:
    """A document, and what two annotators marked in it."""
    a, b = parse(first, set_name="a"), parse(second, set_name="b")
    assert a.text == b.text
    return a, a.sets["a"], b.sets["b"]


def found(first: str, second: str, roles: Roles | None = None) -> tuple[Difference, ...]:
    return differences(*pair(first, second), CLEF, roles=roles or Roles())


TABLE_11 = {
    "disease": (
        "no evidence of disseminated <Condition>disease</>",
        "no evidence of <Condition>disseminated disease</>",
        [("mention", ("textual extent",))],
    ),
    "tumour markers": (
        "tumour markers demonstrate <Investigation has_finding=#r>CA125</> <Result #r>306</>",
        "<Investigation has_finding=#r>tumour markers</> demonstrate <Result #r>CA125 306</>",
        [("mention", ("textual extent", "granularity"))],
    ),
    "acute renal failure": (
        "emergency admission with <Condition>acute renal failure</>",
        "emergency admission with <Condition has_location=#l>acute</> <Locus #l>renal</> "
        "<Condition has_location=#l>failure</>",
        [("mention", ("term decomposition",))],
    ),
    "renal team": (
        "I will continue to liaise with the Renal team",
        "I will continue to liaise with the <Locus>Renal</> team",
        [("mention", ("occurrence", "term ambiguity"))],
    ),
    "partial response": (
        "<Investigation has_finding=#r>CT scan</> shows a <Result #r>partial response</> "
        "in the left lung lesion",
        "<Investigation>CT scan</> shows a partial <Condition has_location=#l>response</> "
        "in the left <Locus #l>lung</> lesion",
        [("mention", ("typing",)), ("relation", ("occurrence",))],
    ),
    "no change": (
        "<Negation negation_modifies=#c>no</> <Condition #c>change</> in the right apical mass",
        "<Negation negation_modifies=#c>no change</> in the right apical <Condition #c>mass</>",
        [("mention", ("textual extent",))],
    ),
    "discussion": (
        "After <Intervention>discussion</> at the meeting today",
        "After discussion at the meeting today",
        [("mention", ("occurrence",))],
    ),
    "morphine pump": (
        "an <Intervention>infusional</> <Drug-or-device>Morphine</> pump",
        "an infusional <Drug-or-device>Morphine pump</>",
        [("mention", ("occurrence",)), ("mention", ("textual extent",))],
    ),
    "metastatic disease": (
        "widespread <Condition>metastatic</> disease to <Locus>bone</>",
        "widespread <Condition has_location=#l>metastatic disease</> to <Locus #l>bone</>",
        [("mention", ("textual extent",)), ("relation", ("occurrence",))],
    ),
    "bony tenderness": (
        "<Locus #t>thoraco</> <Locus #l>lumbar</> <Locus #b>bony</> "
        "<Condition has_location=#t,#l,#b>tenderness</>",
        "<Sub-location sub_location_modifies=#b>thoraco lumbar</> <Locus #b>bony</> "
        "<Condition has_location=#b>tenderness</>",
        [("mention", ("locus modification",))],
    ),
    "blood tests": (
        "<Locus #b>Blood</> <Investigation has_location=#b>tests</> were performed",
        "<Investigation>Blood tests</> were performed",
        [("mention", ("term decomposition",))],
    ),
    "dullness to percussion": (
        "<Locus>chest</>: <Result #d>dullness</> to "
        "<Investigation has_finding=#d has_target=#h>percussion</> in the "
        "<Laterality laterality_modifies=#h>right</> <Locus #h>hemi-thorax</>",
        "<Locus #c>chest</>: <Condition has_location=#c><Result #d>dullness</></> to "
        "<Investigation has_finding=#d has_target=#c>percussion</> in the "
        "<Laterality laterality_modifies=#t>right</> "
        "<Sub-location sub_location_modifies=#t>hemi</>-<Locus #t>thorax</>",
        [("mention", ("compound",))],
    ),
}


@pytest.mark.parametrize("name", TABLE_11)
def test_the_examples_have_the_classes_of_the_table(name: str) -> None:
    first, second, expected = TABLE_11[name]
    assert sorted((one.kind, one.classes) for one in found(first, second)) == sorted(expected)


@pytest.mark.parametrize("name", TABLE_11)
def test_it_does_not_matter_who_is_first(name: str) -> None:
    first, second, expected = TABLE_11[name]
    assert sorted((one.kind, one.classes) for one in found(second, first)) == sorted(expected)


def test_all_examples_in_one_letter_do_not_disturb_each_other() -> None:
    def letter(side: int) -> str:
        """The examples as sentences of one text, with the ids of each its own."""
        rows = enumerate(example[side] for example in TABLE_11.values())
        return ". Then ".join(row.replace("#", f"#n{number}-") for number, row in rows)

    expected = [one for example in TABLE_11.values() for one in example[2]]
    got = found(letter(0), letter(1))
    assert sorted((one.kind, one.classes) for one in got) == sorted(expected)


def test_a_compound_names_every_mention_and_relation_that_differs() -> None:
    first, second, _ = TABLE_11["dullness to percussion"]
    doc, a, b = pair(first, second)
    [one] = differences(doc, a, b, CLEF)
    words = [doc.covered(a.by_id()[name]) for name in one.a]
    assert words == ["hemi-thorax"]
    assert [doc.covered(b.by_id()[name]) for name in one.b] == ["dullness", "hemi", "thorax"]
    types = {rel.id: rel.type for rel in a.relations}
    assert [types[name] for name in one.relations_a] == ["has_target"]
    types = {rel.id: rel.type for rel in b.relations}
    named = sorted(types[name] for name in one.relations_b)
    assert named == ["has_location", "has_target", "sub_location_modifies"]
    assert one.rule.endswith("occurrence, locus modification, occurrence of a relation")
    assert doc.text[one.start : one.end] == "dullness to percussion in the right hemi-thorax"


def test_the_rule_never_quotes_the_note() -> None:
    for first, second, _ in TABLE_11.values():
        doc, a, b = pair(first, second)
        words = {
            word.casefold() for one in (a, b) for m in one.mentions for word in [doc.covered(m)]
        }
        for one in differences(doc, a, b, CLEF):
            assert not words.intersection(one.rule.casefold().replace(";", " ").split())
