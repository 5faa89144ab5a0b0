"""Trains pipelines and tries them out: folds, cross-validation, learning curves, word clusters."""

from goldsmith.training.curves import Point, learning_curve
from goldsmith.training.digests import digest
from goldsmith.training.examples import examples
from goldsmith.training.folding import Keep, folds
from goldsmith.training.given import GIVEN, annotate
from goldsmith.training.validation import Fold, Folds, cross_validate

__all__ = [
    "GIVEN",
    "Fold",
    "Folds",
    "Keep",
    "Point",
    "annotate",
    "cross_validate",
    "digest",
    "examples",
    "folds",
    "learning_curve",
]
