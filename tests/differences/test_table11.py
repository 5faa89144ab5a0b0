"""Table 11 of CLEF: its twelve examples have the classes that the table prints.

Each example is written as the two annotators marked it. The table's has_result is the schema's
has_finding, and its "modifies" has the name of the modifier. In the last example the table
and its text disagree about the side; the test uses the side of the text.
"""

from collections.abc import Iterable

import pytest
from tests.differences.helpers import compare_versions, list_classes, parse_versions

from goldsmith.core import load_builtin_schema
from goldsmith.differences import find_differences

CLEF = load_builtin_schema("clef")


#: Example -> the two versions, and the kind and classes of each difference.
TABLE_11: dict[str, tuple[str, str, list[tuple[str, tuple[str, ...]]]]] = {
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
def test_example_has_the_classes_of_the_table(name: str) -> None:
    first, second, expected = TABLE_11[name]
    assert sorted(list_classes(compare_versions(first, second))) == sorted(expected)


@pytest.mark.parametrize("name", TABLE_11)
def test_classes_do_not_depend_on_the_order_of_annotators(name: str) -> None:
    first, second, expected = TABLE_11[name]
    assert sorted(list_classes(compare_versions(second, first))) == sorted(expected)


def test_examples_in_one_letter_do_not_affect_each_other() -> None:
    def build_letter(versions: Iterable[str]) -> str:
        """Join the examples as sentences of one text, with distinct ids."""
        rows = enumerate(versions)
        return ". Then ".join(row.replace("#", f"#n{number}-") for number, row in rows)

    examples = TABLE_11.values()
    expected = [classes for *_, example in examples for classes in example]
    first = build_letter(first for first, _, _ in examples)
    second = build_letter(second for _, second, _ in examples)
    assert sorted(list_classes(compare_versions(first, second))) == sorted(expected)


def test_compound_names_every_mention_and_relation_that_differs() -> None:
    first, second, _ = TABLE_11["dullness to percussion"]
    doc, a, b = parse_versions(first, second)
    [difference] = find_differences(doc, a, b, CLEF)
    words = [doc.get_covered_text(a.mentions_by_id()[name]) for name in difference.a]
    assert words == ["hemi-thorax"]
    assert [doc.get_covered_text(b.mentions_by_id()[name]) for name in difference.b] == [
        "dullness",
        "hemi",
        "thorax",
    ]
    types = {rel.id: rel.type for rel in a.relations}
    assert [types[name] for name in difference.relations_a] == ["has_target"]
    types = {rel.id: rel.type for rel in b.relations}
    names = sorted(types[name] for name in difference.relations_b)
    assert names == ["has_location", "has_target", "sub_location_modifies"]
    assert difference.rule.endswith("occurrence, locus modification, occurrence of a relation")
    assert (
        doc.text[difference.start : difference.end]
        == "dullness to percussion in the right hemi-thorax"
    )


def test_rule_never_quotes_the_note() -> None:
    for first, second, _ in TABLE_11.values():
        doc, a, b = parse_versions(first, second)
        words = {
            word.casefold()
            for side in (a, b)
            for mention in side.mentions
            for word in [doc.get_covered_text(mention)]
        }
        for difference in find_differences(doc, a, b, CLEF):
            assert not words.intersection(difference.rule.casefold().replace(";", " ").split())
