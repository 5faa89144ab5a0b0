"""Choice among alternatives by how often their features were chosen in other documents.

Maximum likelihood, as in `ChoiceModel`, trusts a feature on which ten questions of one document
agree. Here each feature has a rate: the share of the alternatives with the feature that were
chosen, averaged over documents, so that each document has one vote. Only a few weights are learned,
for the logarithms of the rates of each template (the name of a feature up to "="). In training, the
rates for a document come from all other documents, so that the weights generalise beyond one
document. Rates from few documents are uncertain; each is smoothed towards the rate of its template,
once weakly and once strongly, and the weights decide between the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack

from goldsmith.learning.choice import ChoiceModel, Floats, find_starts, minimise_loss
from goldsmith.learning.vocabulary import Row, Vocabulary

#: The votes of the template's rate in the smoothed rate of a feature: weak, strong.
_SMOOTHING: Final = (0.5, 6.0)
_SEPARATOR: Final = "="
Numbers = NDArray[np.int64]


class _DocumentRates(NamedTuple):
    """The rates of features in single documents.

    Attributes:
        feature: The feature of each rate.
        rate: The share of the alternatives with the feature that were chosen in a document.
        entry: The index of the rate for each entry of the matrix of alternatives.
    """

    feature: Numbers
    rate: Floats
    entry: Numbers


class _Votes(NamedTuple):
    """The number of documents with each feature, the sum of its rates there, and its prior rate."""

    documents: Floats
    rates: Floats
    prior: Floats

    def exclude(self, own: _DocumentRates) -> _Votes:
        """Return, for each rate of a document, the votes of all other documents."""
        at = own.feature
        return _Votes(self.documents[at] - 1, self.rates[at] - own.rate, self.prior[at])

    def compute_evidence(self) -> list[Floats]:
        """Compute the log ratio of each smoothed rate to its prior, for each smoothing."""
        return [
            np.log((self.rates + strength * self.prior) / (self.documents + strength) / self.prior)
            for strength in _SMOOTHING
        ]


def train_on_rates(
    questions: Sequence[Sequence[Row]],
    chosen: Sequence[int],
    documents: Sequence[int],
    *,
    l2: float = 5.0,
) -> ChoiceModel:
    """Train a choice on the rates of features.

    Args:
        questions: The alternatives of each question, each as a list of features; at least one.
        chosen: The number of the right alternative of each question.
        documents: The number of the document of each question.
        l2: Strength of the L2 regularisation.
    """
    vocabulary = Vocabulary.collect(map(chain.from_iterable, questions), least=1)
    matrix = vocabulary.encode(list(chain.from_iterable(questions)))
    starts = find_starts(questions)
    is_right = np.zeros(matrix.shape[0])
    is_right[starts + np.array(chosen, np.intp)] = 1.0
    rates = _compute_rates(matrix, is_right, np.repeat(documents, list(map(len, questions))))
    template = _number_templates(vocabulary)
    votes = _count_votes(rates, template)
    inputs = _sum_by_template(matrix, template, rates.entry, votes.exclude(rates))
    weights = minimise_loss(inputs, starts, chosen, l2).reshape(len(_SMOOTHING), -1)
    return ChoiceModel(vocabulary, (weights[:, template] * votes.compute_evidence()).sum(axis=0))


def _number_templates(vocabulary: Vocabulary) -> Numbers:
    """Return the number of the template of each feature."""
    names = [name.split(_SEPARATOR, 1)[0] for name in vocabulary]
    return np.unique(names, return_inverse=True)[1]


def _compute_rates(matrix: csr_array, is_right: Floats, document: Numbers) -> _DocumentRates:
    """Compute the rates of each document; `document` has the document of each alternative."""
    row = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    keys, entry = np.unique(document[row] * matrix.shape[1] + matrix.indices, return_inverse=True)
    rate = np.bincount(entry, weights=is_right[row]) / np.bincount(entry)
    return _DocumentRates(keys % matrix.shape[1], rate, entry)


def _count_votes(rates: _DocumentRates, template: Numbers) -> _Votes:
    """Count the votes of all documents; the prior of a feature is the rate of its template."""
    documents = np.bincount(rates.feature).astype(np.float64)
    sums = np.bincount(rates.feature, weights=rates.rate).astype(np.float64)
    offered, taken = np.bincount(template, weights=documents), np.bincount(template, weights=sums)
    return _Votes(documents, sums, ((taken + 0.5) / (offered + 1.0))[template])


def _sum_by_template(
    matrix: csr_array, template: Numbers, entry: Numbers, votes: _Votes
) -> csr_array:
    """Sum the evidence of each alternative, by smoothing and template."""
    shape = (matrix.shape[0], int(template.max()) + 1)
    columns = template[matrix.indices].astype(np.int32)
    blocks: list[Any] = [
        csr_array((evidence[entry], columns, matrix.indptr), shape=shape)
        for evidence in votes.compute_evidence()
    ]
    inputs: csr_array = hstack(blocks, format="csr")
    inputs.sum_duplicates()
    return inputs
