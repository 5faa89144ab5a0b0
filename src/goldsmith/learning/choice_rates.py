"""Choice among alternatives by how often their features were chosen in other documents.

The maximum likelihood of `ChoiceModel` believes what ten questions of one document agree on. Here a
feature has a rate: the share of the alternatives with it that were chosen, as the mean over
documents, so that each document has one vote. Only few weights are learned, for the logarithms of
the rates of each template (the name of a feature up to "="). In this training the rates of a
document are those of all other documents: the weights tell what holds beyond a document. Rates of
few documents are uncertain; each is smoothed towards the rate of its template, weakly and strongly,
and the weights decide which of the two counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from goldsmith.learning.choice import ChoiceModel, Floats, find_starts, minimise_loss
from goldsmith.learning.vocabulary import Row, Vocabulary

#: How many votes the rate of the template has in the smoothed rate of a feature: weak, strong.
_SMOOTHING: Final = (0.5, 6.0)
_SEPARATOR: Final = "="


class _Votes(NamedTuple):
    """For each feature, the number of documents that have it, and the sum of its rates there."""

    documents: Floats
    rates: Floats

    def subtract(self, other: _Votes) -> _Votes:
        """Return the votes without those of other documents."""
        return _Votes(self.documents - other.documents, self.rates - other.rates)

    def compute_evidence(self, prior: Floats) -> Floats:
        """Compute how much higher than its template's rate each feature's is, in logarithms.

        Returns:
            A row for each strength of smoothing.
        """
        return np.array(
            [
                np.log((self.rates + strength * prior) / (self.documents + strength) / prior)
                for strength in _SMOOTHING
            ]
        )


def train_on_rates(
    questions: Sequence[Sequence[Row]],
    chosen: Sequence[int],
    documents: Sequence[int],
    *,
    l2: float = 5.0,
) -> ChoiceModel:
    """Train a choice on the rates of features.

    Args:
        questions: The alternatives of each question, as their features; at least one question.
        chosen: The number of the right alternative of each question.
        documents: The number of the document of each question.
        l2: Strength of the L2 regularisation.
    """
    vocabulary = Vocabulary.collect(map(chain.from_iterable, questions), least=1)
    matrix = vocabulary.encode(list(chain.from_iterable(questions)))
    templates = _encode_templates(vocabulary)
    starts = find_starts(questions)
    is_right = np.zeros(matrix.shape[0])
    is_right[starts + np.array(chosen, np.intp)] = 1.0
    document = np.repeat(documents, [len(question) for question in questions])
    rows = [np.flatnonzero(document == number) for number in sorted(set(documents))]
    votes = [_count_votes(matrix[own], is_right[own]) for own in rows]
    total = _Votes(sum(v.documents for v in votes), sum(v.rates for v in votes))
    prior = _compute_prior(total, templates)
    inputs = np.zeros((matrix.shape[0], len(_SMOOTHING) * templates.shape[1]))
    for own, own_votes in zip(rows, votes, strict=True):
        evidence = total.subtract(own_votes).compute_evidence(prior)
        inputs[own] = np.hstack([(matrix[own] * row @ templates).toarray() for row in evidence])
    weights = minimise_loss(csr_array(inputs), starts, chosen, l2)
    of_feature = templates @ weights.reshape(len(_SMOOTHING), -1).T
    return ChoiceModel(vocabulary, (total.compute_evidence(prior).T * of_feature).sum(axis=1))


def _encode_templates(vocabulary: Vocabulary) -> csr_array:
    """Return a matrix with a row for each feature and a column for each template."""
    names = [name.split(_SEPARATOR, 1)[0] for name in vocabulary]
    return Vocabulary.collect([names], least=1).encode([[name] for name in names])


def _count_votes(matrix: csr_array, is_right: Floats) -> _Votes:
    """Count the votes of one document."""
    counts = matrix.sum(axis=0)
    return _Votes(np.minimum(counts, 1.0), is_right @ matrix / np.maximum(counts, 1.0))


def _compute_prior(total: _Votes, templates: csr_array) -> Floats:
    """Compute for each feature the rate of its template."""
    documents, rates = (votes @ templates for votes in total)
    prior: Floats = templates @ ((rates + 0.5) / (documents + 1.0))
    return prior
