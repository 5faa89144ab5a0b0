"""Human-readable labels of the columns and rows of metrics."""

from __future__ import annotations

from goldsmith.metrics import MACRO, MICRO

_LABELS = {
    "iaa": "IAA",
    "ciaa": "CIAA",
    "f1": "F1",
    "p_a": "P(A)",
    "p_e": "P(E)",
    "tp": "True positives",
    "fp": "False positives",
    "fn": "False negatives",
    "tn": "True negatives",
    "conll": "CoNLL",
    "muc_f1": "MUC F1",
    "b_cubed_f1": "B³ F1",
    "ceaf_f1": "CEAF F1",
    "agree_0": "Same concept",
    "agree_1": "Within 1 step",
    "agree_2": "Within 2 steps",
    "agree_3": "Within 3 steps",
}


def label_value(name: str) -> str:
    """Return the label of a value of a metric.

    Example:
        >>> label_value("strict_precision")
        'Strict precision'
    """
    text = _LABELS.get(name) or name.replace("_", " ")
    return text[:1].upper() + text[1:].replace(" f1", " F1")


def label_inline(name: str) -> str:
    """Return the label of a value inside a sentence; only acronyms keep their capitals.

    Example:
        >>> label_inline("ciaa"), label_inline("lenient")
        ('CIAA', 'lenient')
    """
    label = label_value(name)
    return (
        label if label[1:2].isupper() or not label[1:2].isalpha() else label[0].lower() + label[1:]
    )


def label_count(name: str, first: str, second: str) -> str:
    """Return the label of a count of a metric; the sides `a` and `b` are named by their sets."""
    sides = {"a": first, "b": second}
    if name in sides:
        return sides[name]
    stem, _, side = name.rpartition("_")
    return f"{label_value(stem)} ({sides[side]})" if stem and side in sides else label_value(name)


def label_row(group: str) -> str:
    """Return the label of a row: a group, or the average over all of them."""
    return {MICRO: "All (micro)", MACRO: "Mean (macro)", "": "All"}.get(group, group)


def format_count(number: int, noun: str) -> str:
    """Format a number of things, with the noun in the singular for 1.

    Example:
        >>> format_count(1, "document"), format_count(1200, "document")
        ('1 document', '1,200 documents')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
