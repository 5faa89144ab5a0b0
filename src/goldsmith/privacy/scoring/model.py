"""The scored model: a sum of weights over the features of words and of numbers.

The weights ship with the package; `scripts/train_identifier_model.py` trains them. Words are scored
twice: first by logistic regression, then with the first scores of their neighbours as additional
evidence and a layer of hidden units that learns combinations of features. Only doubtful words are
scored again. Numbers are scored once, with hidden units.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Final, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from goldsmith.errors import InputError
from goldsmith.privacy.identifiers import AGE, CONTACT, DATE, KINDS, NAME, NUMBER, PLACE
from goldsmith.privacy.scoring.evidence import Evidence
from goldsmith.privacy.scoring.features import FeatureBuilder, Floats, Note, number_words
from goldsmith.privacy.scoring.groups import Ints
from goldsmith.privacy.scoring.numerals import NumeralCoder
from goldsmith.privacy.scoring.runs import CASES
from goldsmith.privacy.scoring.units import NUMBER as NUMBER_UNIT
from goldsmith.privacy.scoring.word_classes import COARSE

#: The classes of each part of the model; the first is "no identifier".
WORD_CLASSES: Final = ("", NAME, PLACE, DATE)
NUMBER_CLASSES: Final = ("", DATE, NUMBER, CONTACT, AGE, PLACE)
#: The default target recall, chosen so that at least 97 % of each kind are found in the held-out
#: notes; cross-validation, with fewer writers to learn from, finds slightly less. The last
#: identifiers cost the most false positives. Numbers have a lower target, because one writer of
#: the notes that set the thresholds was asked for unusual numbers.
DEFAULT_RECALLS: Final = {
    NAME: 0.979,
    DATE: 0.976,
    PLACE: 0.97,
    NUMBER: 0.94,
    CONTACT: 0.986,
    AGE: 0.973,
}
_FILE: Final = "model.npz"
_KIND_COLUMN: Final = {kind: column for column, kind in enumerate(KINDS, 1)}
#: Classes of words that no list has as a name, and of names that are also words.
_PLAIN: Final = frozenset(
    (
        *("function", "common", "clinical", "clinical word", "derived", "slashed", "role"),
        *("place word", "term"),
    )
)
_AMBIGUOUS: Final = frozenset(
    ("common name", "common first", "clinical name", "eponym", "eponym name", "letter", "letters")
)
_CLASSES: Final = np.array([1 if c in _PLAIN else 2 if c in _AMBIGUOUS else 0 for c in COARSE])
_EPONYM_CLASS: Final = COARSE.index("eponym")
_IS_ENGLISH: Final = np.isin(COARSE, ("function", "common"))
_IS_CLINICAL: Final = np.isin(COARSE, ("clinical", "clinical word", "derived", "term"))
_NUMBERS: Final = 3
#: The groups of units with separate calibration.
GROUPS: Final = tuple(
    f"{kind}{of}"
    for of in ("", " of plain words", " of ambiguous words", " of numbers")
    for kind in KINDS
)
#: Threshold factors (name, place) for words that are rarely names. Notes contain so many of them
#: that finding the few names among them costs too many clinical words. Short words may be initials.
_PLAIN_FACTORS: Final = (6.0, 3.0)
_SHORT_FACTORS: Final = (1.5, 2.0)
_EPONYM_FACTORS: Final = (6.0, 6.0)
_LOWER_FACTORS: Final = (2.0, 6.0)
_SMALL_FACTORS: Final = (1.0, 2.0)
_CLINICAL_FACTOR: Final = 6.0
#: Further factors (name, place) for classes in which unknown writers have many words that look like
#: a name or a place, and few that are one.
_CLASS_FACTORS: Final = {
    **dict.fromkeys(_PLAIN, (1.0, 3.0)),
    "letter": (4.0, 4.0),
    "letters": (1.0, 2.0),
    "unknown": (3.0, 2.0),
    "rare": (3.0, 2.0),
}
#: The factors of numbers, few of which are part of an address.
_NUMBER_FACTORS: Final = (1.0, 3.0, 1.0)
#: The factors of notes with few names, by their length, and the numbers of words that separate the
#: lengths: the model was calibrated on shorter notes with more names.
_SPARSE_FACTORS: Final = np.array(((1.0, 1.0, 1.0), (2.0, 6.0, 1.0), (5.0, 40.0, 1.0)))
_SPARSE_WORDS: Final = (150, 400)
#: Threshold factor in such notes for plain words as places, such as words of headings.
_SPARSE_PLAIN: Final = 3.0
#: The column of the factors of each kind: name, place, other.
_FACTOR_COLUMNS: Final = np.array([{NAME: 0, PLACE: 1}.get(kind, 2) for kind in KINDS])
_SPARSE_SHARE: Final = 0.01
#: The cases of words that do not stand out: lower case, or capitals in a line of capitals.
_IS_SMALL: Final = np.isin(np.arange(CASES), (1, 2, 6, 11, 12))
_MIN_PLAIN: Final = 4
#: No unit with a lower probability is replaced, regardless of the requested recall.
MIN_THRESHOLD: Final = 0.002
#: A unit with this probability is certainly an identifier.
CERTAIN: Final = 0.8
#: Words are scored again from this probability on, or if a word this near has this probability.
_MIN_OWN: Final = 0.001
_MIN_ADJACENT: Final = 0.02
NEAR: Final = 2
#: The state of numbers in the table of factors, after the states of words.
_NUMBER_STATE: Final = len(COARSE) * 4
_LENGTH: Final = Evidence._fields.index("length")
Weights = NDArray[np.float32]


class Header(msgspec.Struct, frozen=True):
    """The parameters of the model other than its weights."""

    shapes: tuple[str, ...]
    rules: tuple[str, ...]
    scales: dict[str, tuple[float, float]]
    """Group -> slope and intercept that calibrate the log-odds of its probability."""
    recalls: dict[str, dict[str, float]]
    """Kind -> recall -> threshold, measured on notes that the model was not trained on."""


class Network(NamedTuple):
    """The weights of a part with hidden units."""

    weights: Weights
    """A row for each feature: its weight for each class, then for each hidden unit."""
    output: Weights
    """A row for each hidden unit: its weight for each class."""


class Parts(NamedTuple):
    """The weights of the model: words, words with their neighbours, numbers."""

    words: Weights
    neighbours: Network
    numbers: Network


class WordScores(NamedTuple):
    """The features of the words of a note, a row for each word, and the log-odds of each class."""

    rows: Ints
    odds: Floats


class Model:
    """Computes the probability of each kind of identifier for the units of a note."""

    def __init__(self, header: Header, parts: Parts) -> None:
        self.header, self.parts = header, parts
        self.builder = FeatureBuilder(NumeralCoder(header.shapes, header.rules))
        self._alone = sum_weights(parts.words, self.builder.tabulate_history())
        """The weights of words without evidence from other notes."""
        self._scales = np.array([header.scales.get(group, (1.0, 0.0)) for group in GROUPS])

    def score_words(self, note: Note) -> WordScores:
        """Compute the scores of the words of a note, without evidence from other notes."""
        rows = self.builder.build_words(note)
        return WordScores(rows, sum_weights(self.parts.words, rows))

    def score_alone(self, note: Note, words: WordScores) -> Floats:
        """Compute the first probabilities of the words of a note without any other notes."""
        return compute_probabilities(words.odds + self._alone.take(number_words(note), axis=0))

    def score(self, note: Note, words: WordScores, lexicon: Ints, usage: Ints) -> Floats:
        """Compute the probabilities of a note: a row for each unit, a column for each kind.

        Column 0 is "no identifier"; the others follow the order of KINDS.
        """
        history = self.builder.build_history(note, lexicon, usage)
        odds = words.odds + sum_weights(self.parts.words, history)
        rows = np.concatenate((words.rows.T, history.T)).T
        numbers = self.builder.build_numbers(note) if len(note.number_rows) else None
        return self.calibrate(note, self.score_rows(note, WordScores(rows, odds), numbers))

    def score_rows(self, note: Note, words: WordScores, numbers: Ints | None) -> Floats:
        """Compute the uncalibrated probabilities of a note from its features."""
        scores = np.zeros((len(note.types), len(KINDS) + 1))
        scores[:, 0] = 1
        if len(note.word_rows):
            _fill(scores, note.word_rows, self._score_again(note, words), WORD_CLASSES)
        if numbers is not None:
            probabilities = compute_probabilities(compute_odds(self.parts.numbers, numbers))
            _fill(scores, note.number_rows, probabilities, NUMBER_CLASSES)
        return scores

    def _score_again(self, note: Note, words: WordScores) -> Floats:
        """Score words again with the first scores of their neighbours, where these are doubtful.

        Most words are neither doubtful nor next to doubtful words; they keep their first scores.
        """
        probabilities = compute_probabilities(words.odds)
        first = spread_rows(note, probabilities[:, 1:3])
        doubtful = select_doubtful(note, first).nonzero()[0]
        neighbours = self.builder.build_word_neighbours(note, first, note.word_rows[doubtful])
        # A row for each group of features, as they are in memory.
        features = np.concatenate((words.rows.T.take(doubtful, axis=1), neighbours.T)).T
        probabilities[doubtful] = compute_probabilities(
            compute_odds(self.parts.neighbours, features)
        )
        return probabilities

    def calibrate(self, note: Note, scores: Floats) -> Floats:
        """Calibrate the probabilities of the units of a note, in place."""
        total = np.clip(1 - scores[:, 0], 1e-9, 1 - 1e-9)
        slopes, intercepts = self._scales[list_groups(note, scores)].T
        odds = np.log(total / (1 - total)) * slopes + intercepts
        calibrated = 1 / (1 + np.exp(-odds))
        scores[:, 1:] *= (calibrated / total)[:, None]
        scores[:, 0] = 1 - calibrated
        return scores

    def get_thresholds(self, recalls: Mapping[str, float]) -> dict[str, float]:
        """Return the threshold of each kind for the requested recall.

        Raises:
            InputError: A recall is not between 0 and 1.
        """
        return {kind: self._get_threshold(kind, recalls) for kind in KINDS}

    def _get_threshold(self, kind: str, recalls: Mapping[str, float]) -> float:
        recall = recalls.get(kind, recalls.get("", 0.0)) or DEFAULT_RECALLS[kind]
        if not 0 < recall < 1:
            raise InputError(
                f"a recall of {recall:g} cannot be a target",
                expected="a number above 0 and below 1, such as 0.99",
            )
        table = sorted((float(key), value) for key, value in self.header.recalls[kind].items())
        keys, values = [key for key, _ in table], [value for _, value in table]
        return max(MIN_THRESHOLD, float(np.interp(recall, keys, values)))


def list_groups(note: Note, scores: Floats) -> NDArray[np.intp]:
    """Return the group of each unit, as an index of GROUPS."""
    classes = np.where(note.types == NUMBER_UNIT, _NUMBERS, _CLASSES[note.words[:, 0]])
    groups: NDArray[np.intp] = scores[:, 1:].argmax(axis=1) + len(KINDS) * classes
    return groups


def compute_factors(note: Note, scores: Floats) -> Floats:
    """Compute the threshold factor of each unit: above 1 for words that are rarely names."""
    is_small = _IS_SMALL[note.case]
    # Short words may be initials, except English words in lower case.
    is_long = (note.words[:, _LENGTH] >= _MIN_PLAIN) | (is_small & _IS_ENGLISH[note.words[:, 0]])
    states = note.words[:, 0] * 4 + is_small * 2 + is_long
    states[note.number_rows] = _NUMBER_STATE
    factors = _tabulate_factors(_classify_length(note, scores)).take(states, axis=0)
    columns = _FACTOR_COLUMNS.take(scores[:, 1:].argmax(axis=1))
    chosen: Floats = factors[np.arange(len(states)), columns]
    return chosen


@cache
def _tabulate_factors(length: int) -> Floats:
    """Tabulate the factors of names, places and other kinds for the states of a unit.

    The states are the class of a word, whether its case stands out and whether it is long; the
    last state is for numbers.

    Args:
        length: The length of a note with few certain identifiers, as an index of the factors.
    """
    factors = np.ones((len(COARSE), 2, 2, 3))
    factors[:, 1, :, :2] = _SMALL_FACTORS
    factors[_CLASSES == 2, 1, :, :2] = _LOWER_FACTORS
    factors[_CLASSES == 1, :, 0, :2] = _SHORT_FACTORS
    factors[_CLASSES == 1, :, 1, :2] = _PLAIN_FACTORS
    factors[_IS_CLINICAL, :, :, 1] = _CLINICAL_FACTOR
    factors[_EPONYM_CLASS, :, :, :2] = _EPONYM_FACTORS
    factors[..., :2] *= np.array([[[_CLASS_FACTORS.get(c, (1.0, 1.0))]] for c in COARSE])
    if length:
        factors[_CLASSES == 1, :, :, 1] *= _SPARSE_PLAIN
    table = np.concatenate((factors.reshape(-1, 3), [_NUMBER_FACTORS]))
    scaled: Floats = table * _SPARSE_FACTORS[length]
    return scaled


def _classify_length(note: Note, scores: Floats) -> int:
    """Classify the length of a note; 0 if many of its words are certainly identifiers."""
    sure = int((scores[:, 0] <= 1 - CERTAIN).sum())
    return 0 if sure >= _SPARSE_SHARE * len(note.types) else bisect(_SPARSE_WORDS, len(note.types))


def select_doubtful(note: Note, scores: Floats) -> NDArray[np.bool_]:
    """Select the words that may be a name or a place, and the words next to them.

    Args:
        note: The note.
        scores: For each unit, the first probabilities of a name and of a place.
    """
    total = scores[:, 0] + scores[:, 1]
    is_doubtful = total >= _MIN_OWN
    is_likely = total >= _MIN_ADJACENT
    for step in range(1, NEAR + 1):
        is_doubtful[step:] |= is_likely[:-step]
        is_doubtful[:-step] |= is_likely[step:]
    selected: NDArray[np.bool_] = is_doubtful[note.word_rows]
    return selected


def sum_weights(weights: Weights, rows: Ints) -> Floats:
    """Sum the weights of each class for rows of features."""
    total: Floats = np.add.reduce(weights.take(rows.T, axis=0)).astype(np.float64)
    return total


def compute_odds(network: Network, rows: Ints) -> Floats:
    """Compute the log-odds of each class for rows of features, with hidden units."""
    sums = np.add.reduce(network.weights.take(rows.T, axis=0))
    classes = network.output.shape[1]
    hidden = np.maximum(sums[:, classes:], 0)
    odds: Floats = (sums[:, :classes] + hidden @ network.output).astype(np.float64)
    return odds


def compute_probabilities(odds: Floats) -> Floats:
    """Compute the probability of each class from its log-odds, a row for each unit."""
    # Use a row for each class, because numpy reduces many short rows slowly.
    powers = np.exp(odds.T - np.maximum.reduce(odds, axis=1))
    powers /= np.add.reduce(powers)
    probabilities: Floats = np.ascontiguousarray(powers.T)
    return probabilities


def spread_rows(note: Note, values: Floats) -> Floats:
    """Return the values of words at the rows of all units; numbers have 0."""
    spread = np.zeros((len(note.types), values.shape[1]))
    spread[note.word_rows] = values
    return spread


def _fill(scores: Floats, rows: Ints, values: Floats, classes: Sequence[str]) -> None:
    for column, kind in enumerate(classes):
        scores[rows, _KIND_COLUMN.get(kind, 0)] = values[:, column]


def encode_model(header: Header, parts: Parts) -> bytes:
    """Encode a model as a file with the non-zero rows of the weights, in half precision."""
    arrays: dict[str, NDArray[np.generic]] = {
        "header": np.frombuffer(msgspec.json.encode(header, order="sorted"), np.uint8)
    }
    for name, part in parts._asdict().items():
        weights = part
        if isinstance(part, Network):
            weights = part.weights
            arrays[f"{name}_output"] = part.output.astype(np.float16)
        useful = np.flatnonzero(np.abs(weights).max(axis=1) > 0).astype(np.int32)
        arrays[f"{name}_size"] = np.array([len(weights)], np.int32)
        arrays[f"{name}_rows"] = np.diff(useful, prepend=0).astype(np.uint16)
        arrays[f"{name}_values"] = weights[useful].astype(np.float16)
    buffer = BytesIO()
    np.savez_compressed(buffer, **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


def decode_model(content: bytes) -> Model:
    """Decode a model from the content of its file."""
    with np.load(BytesIO(content)) as arrays:
        header = msgspec.json.decode(arrays["header"].tobytes(), type=Header)
        tables = {name: _decode_weights(arrays, name) for name in Parts._fields}
        words = tables.pop("words")
        networks = [
            Network(weights, arrays[f"{name}_output"].astype(np.float32))
            for name, weights in tables.items()
        ]
    return Model(header, Parts(words, *networks))


def _decode_weights(arrays: Mapping[str, NDArray[np.generic]], name: str) -> Weights:
    values = arrays[f"{name}_values"].astype(np.float32)
    weights = np.zeros((int(arrays[f"{name}_size"][0]), values.shape[1]), np.float32)
    weights[np.cumsum(arrays[f"{name}_rows"], dtype=np.int64)] = values
    return weights


@cache
def load_model() -> Model:
    """Load the model that ships with the package."""
    return decode_model(files("goldsmith.privacy").joinpath("data", _FILE).read_bytes())
