"""The probability that an answer is a slip, given the answers at other places.

The answer at a place is either the convention of the corpus for its words and context, or a slip.
Under the convention, its probability follows from the other places with the same key by Dirichlet
smoothing: p = (n + a q) / (N + a), where n of N other places have the answer, a is the
concentration and q the probability under the next broader key (for two answers this is the
beta-binomial). The concentration grows with the number of different answers (Witten and Bell
1991): "it" has many codes, so another one is no surprise. The place itself never counts. Contexts
from several sides are averaged, so that an answer which any of them explains is not suspect. A
slip is drawn without regard to words.

The rate of slips of each kind is estimated from the corpus by expectation maximisation, so that
the posterior probability of a slip is calibrated.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable
from typing import Final

from goldsmith.project.radar.counts import AnswerCounts
from goldsmith.project.radar.questions import BINARY, Question

#: The weight of the next broader key, in places for each different answer. Words decide nearly
#: everything, so it is small.
CONCENTRATION: Final = 0.3
_ROOT_PRIOR: Final = 0.5
_BIN: Final = 0.1
_FIRST_RATE: Final = 0.02
_MIN_RATE, _MAX_RATE = 0.0005, 0.2
_ROUNDS: Final = 50


class Scorer:
    """Computes likelihood ratios from the counts of a corpus."""

    def __init__(self, counts: AnswerCounts) -> None:
        self._counts = counts

    def compute_ratio(self, question: Question) -> float:
        """Return log P(answer | slip) - log P(answer | convention)."""
        root = self._get_root(question, 1)
        usual = sum(self._smooth(keys, question.answer, root) for keys in question.chains)
        slip = 0.5 if question.name in BINARY else self._get_root(question, 0)
        return math.log(slip * len(question.chains) / usual)

    def is_open(self, question: Question) -> bool:
        """Return whether a question has more than one answer in the corpus."""
        return self._counts.count_answers(question.root) > 1

    def _get_root(self, question: Question, itself: int) -> float:
        count, total = self._counts.get(question.root, question.answer)
        kinds = self._counts.count_answers(question.root)
        return (count - itself + _ROOT_PRIOR) / (total - itself + _ROOT_PRIOR * max(kinds, 2))

    def _smooth(self, keys: tuple[Hashable, ...], answer: str, broader: float) -> float:
        for key in keys:
            count, total, weight = self._count_rest(key, answer)
            broader = (count + weight * broader) / (total + weight)
        return broader

    def _count_rest(self, key: Hashable, answer: str) -> tuple[int, int, float]:
        """Return the other places with the answer, all other places, and the concentration."""
        count, total = self._counts.get(key, answer)
        kinds = self._counts.count_answers(key) - (count == 1)
        return max(count - 1, 0), max(total - 1, 0), CONCENTRATION * max(kinds, 1)

    def find_evidence(self, question: Question) -> tuple[Hashable, str, int, int]:
        """Find the key with the strongest evidence against an answer.

        Returns:
            The key, the expected answer, its count, and the count of all answers.
        """
        keys = dict.fromkeys(key for keys in question.chains for key in keys)
        key = max(keys, key=lambda key: self._weigh(key, question.answer))
        answers = self._counts.list_answers(key)
        total = sum(answers.values()) - 1
        answers.pop(question.answer, None)
        if not answers:
            return key, "", 0, max(total, 0)
        expected, support = max(answers.items(), key=lambda item: (item[1], item[0]))
        return key, expected, support, total

    def _weigh(self, key: Hashable, answer: str) -> float:
        count, total, weight = self._count_rest(key, answer)
        return (total + weight) / (count + weight)


class RateEstimator:
    """Estimates the rate of slips of a kind from likelihood ratios, in a histogram."""

    def __init__(self) -> None:
        self._bins: Counter[int] = Counter()

    @property
    def total(self) -> int:
        """The number of questions."""
        return sum(self._bins.values())

    def add(self, ratio: float) -> None:
        """Add the log likelihood ratio of a question."""
        self._bins[round(ratio / _BIN)] += 1

    def estimate(self) -> float:
        """Return the rate at which the likelihood of all answers is highest."""
        rate, total = _FIRST_RATE, self.total
        for _ in range(_ROUNDS if total else 0):
            slips = sum(n * get_posterior(b * _BIN, rate) for b, n in self._bins.items())
            rate = min(max(slips / total, _MIN_RATE), _MAX_RATE)
        return rate


def get_posterior(ratio: float, rate: float) -> float:
    """Return the probability of a slip from its log likelihood ratio and the rate of slips."""
    return 1 / (1 + math.exp(-ratio) * (1 - rate) / rate)
