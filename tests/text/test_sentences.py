"""Sentence splitter: a double bar separates the sentences of each example."""

import pytest

from goldsmith.text import Tokens, split_sentences, tokenise

ROWS = [
    # stops
    "He is well. || She is not! || Is it? || Yes.",
    "Weight 70 kg. || 3 nodes seen.",
    'He said "no." || Then he left.',
    "Seen twice (no change.) || Stable.",
    "No pain. || (See above.)",
    "no pain; Doing well",
    "in the end. of it",
    "Pain eased... || Then it came back.",
    "No pain.||The patient left.",
    "Temp 37.5. || Pulse 72.",
    "It was 2012. || The scan was clear.",
    # abbreviations
    "Seen by Dr. Moor and Mr. J. Hollis today.",
    "Stenosis vs. Spasm was considered.",
    "Size approx. 3 cm.",
    "Sample No. 5 was lost. || No. || Five more came.",
    "Admitted on Feb. 18, 2016. || Seen again in Sept. 2016.",
    "Given i.v. Vancomycin twice.",
    "Given i.v. || Then stopped.",
    "Lasix 40 mg b.i.d. || Potassium 20 mEq.",
    "Lasix 40 mg b.i.d. || The oedema went.",
    "Lasix 40 mg p.o. 2 times.",
    "2. Detrol 4 mg q.h.s. || 3. Neurontin.",
    "See e.g. Table 1, i.e. Results.",
    "He has hepatitis B. || His liver is fine.",
    "Vaccinated against hepatitis B. || Liver fine.",
    "Smith et al. Found this.",
    "Discussed with Dr. X.  || Cultures are pending.",
    "RA-ERP was 250 ms. || With pacing it fell.",
    # a question mark before a suspected finding
    "? fracture of ?Colles type. || ? Refer",
    # lists
    "1. Fever. || 2. Cough. || 3. Rest",
    "Plan: 1. Rest. || 2. Fluids",
    "Findings\n || - one\n || - two",
    "We saw\n || • one\n || • two",
    "Plan:\n || a) rest\n || b) fluids",
    # lines
    "one line\n || \n || another".replace(" || \n || ", "\n || "),
    "Aspirin 81 mg\n || Metformin 500 mg\n || Losartan 50 mg",
    "Allergies:\n || penicillin",
    "Allergies: penicillin\n || nuts",
    "PAST HISTORY\n || asthma since childhood",
    "She was seen again in the clinic today because of the pain in her\n"
    "left hip, which has been worse since the operation, and which now\n"
    "wakes her. || She takes codeine.",
    "She was seen again in the clinic today because of the pain in her\n || "
    "HISTORY: as before, with nothing added since the last visit of hers.",
    # transcriptions that lost their line breaks
    "Well.,|| HISTORY OF PRESENT ILLNESS: ,The patient fell.,|| PLAN:,|| 1.  Rest.,|| 2.  Ice.",
    "Feels well.,|| MEDICATIONS:,  Aspirin 81 mg daily,||Lisinopril 10 mg.",
    "PHYSICAL EXAMINATION,||VITAL SIGNS:  Normal.,||HEENT:  Clear.  || No JVD.",
    # Chinese and Japanese stops need no space
    "発熱あり。||咳なし。",
]  # fmt: skip


def split(text: str) -> list[str]:
    tokens = tokenise(text)
    return [
        text[tokens.starts[first] : tokens.ends[last - 1]]
        for first, last in split_sentences(text, tokens)
    ]


@pytest.mark.parametrize("row", ROWS)
def test_sentences(row: str) -> None:
    expected = [part.strip() for part in row.split("||")]
    text = row.replace(" || ", " ").replace("|| ", "").replace("||", "")
    assert split(text) == expected


def test_blank_line_ends_a_sentence() -> None:
    assert split("one of\n\nthe two") == ["one of", "the two"]
    assert split("one of\n  \t\nthe two") == ["one of", "the two"]
    assert split("one of\r\n\r\nthe two") == ["one of", "the two"]


def test_empty_text_has_no_sentences() -> None:
    assert split_sentences("", Tokens([], [], [])) == []
    assert split(" \n ") == []
