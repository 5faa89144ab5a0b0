"""Words around a mention that keep it apart from what happened to the patient."""

from __future__ import annotations

import pytest
from tests.chronicle.histories import write_note

from goldsmith.chronicle.observations import Collector, load_schema_maps


@pytest.mark.parametrize(
    ("text", "assertion"),
    [
        ("He has [back pain|Condition a].", "affirmed"),
        (
            "We have asked her to tell you of any cough, fever or [back pain|Condition a].",
            "hypothetical",
        ),
        (
            "Return precautions given for fever, bleeding and [chest pain|Condition a].",
            "hypothetical",
        ),
        ("Please call us if she develops a [fever|Condition a].", "hypothetical"),
        ("She should attend with [bleeding|Condition a].", "hypothetical"),
        ("She attended with [bleeding|Condition a].", "affirmed"),
        ("She will start [tamoxifen|Drug-or-device a].", "hypothetical"),
        ("She will continue [tamoxifen|Drug-or-device a].", "affirmed"),
        ("We will ring her. She has [fever|Condition a].", "affirmed"),
        ("Warfarin was started for [thrombosis|Condition a].", "affirmed"),
        ("Her mother had [breast cancer|Condition a].", "family"),
        ("Family history: [breast cancer|Condition a] in an aunt.", "family"),
        ("FH: nil. PMH: [asthma|Condition a].", "affirmed"),
        ("Her mother says she has [fever|Condition a].", "affirmed"),
    ],
)
def test_words_tell_what_happened_to_the_patient(text: str, assertion: str) -> None:
    note = write_note("d1", "2010-03-05", text)
    statement = Collector(load_schema_maps()).collect(note)
    assert [entry.assertion for entry in statement.observations] == [assertion]


@pytest.mark.parametrize(
    ("text", "is_exact"),
    [("The [hCG|Investigation a] is 12.", True), ("The last [hCG|Investigation a] is 12.", False)],
)
def test_the_last_result_may_be_an_earlier_one(text: str, is_exact: bool) -> None:
    note = write_note("d1", "2010-03-05", text, links=("is_included a 2010-03-05",))
    [entry] = Collector(load_schema_maps()).collect(note).observations
    assert (entry.limits[0] == entry.limits[1]) == is_exact
