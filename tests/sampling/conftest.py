"""Synthetic populations of cards, and the shares of Table 1 of the CLEF paper."""

from collections.abc import Callable

import pytest

from goldsmith.sampling import Card, Population, build_population_from_cards

#: A code of each diagnosis category of Table 1, in the order of its columns.
CODES = {
    "digestive": "C18.0",
    "breast": "C50.4",
    "haematological": "C83.3",
    "respiratory": "C34.1",
    "female-genital": "C56",
    "male-genital": "C61",
}

#: Roberts et al. 2009, Table 1: percentages of the narratives by subtype and diagnosis.
TABLE_1 = {
    "to GP": (9.41, 12.36, 11.59, 5.63, 4.64, 4.91),
    "discharge": (7.08, 2.74, 1.75, 2.27, 2.63, 0.52),
    "case note": (4.25, 2.95, 2.07, 1.96, 2.41, 1.07),
    "other letter": (1.92, 1.57, 1.30, 0.76, 0.83, 0.50),
    "to consultant": (1.31, 2.04, 0.75, 0.80, 0.61, 0.25),
    "to referrer": (1.50, 0.40, 0.32, 0.65, 0.37, 0.32),
    "to patient": (0.57, 0.95, 0.21, 0.25, 0.33, 0.30),
    "report": (0.15, 0.20, 0.14, 0.11, 0.11, 0.02),
    "audit": (0.01, 0.18, 0.00, 0.01, 0.00, 0.00),
}


@pytest.fixture(scope="session")
def table_1() -> Population:
    """Return about 20,000 narratives in the proportions of Table 1 (it adds up to 99.98 %)."""
    return build_population_from_cards(
        Card(f"{subtype}-{code}-{number}", f"P{number}", "narrative", subtype, diagnosis=code)
        for subtype, row in TABLE_1.items()
        for code, share in zip(CODES.values(), row, strict=True)
        for number in range(round(200 * share))
    )


@pytest.fixture
def patients() -> Callable[[dict[str, str]], Population]:
    """Return a function that builds a population from a diagnosis code and document types.

    It maps each patient to the code and one letter for each document: n, i or h, in upper case
    for a long document.
    """

    def build(notes: dict[str, str]) -> Population:
        types = {"n": "narrative", "i": "imaging", "h": "histopathology"}
        return build_population_from_cards(
            Card(
                f"{patient}-{number}",
                patient,
                types[letter.lower()],
                diagnosis=text.split()[0],
                words=500 if letter.isupper() else 50,
            )
            for patient, text in notes.items()
            for number, letter in enumerate(text.split()[1])
        )

    return build
