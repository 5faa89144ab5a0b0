"""Training and validation: folds, cross-validation, learning curves, active learning, clusters."""

from goldsmith.training.curves import Point, compute_learning_curve
from goldsmith.training.digest import compute_digest
from goldsmith.training.examples import make_examples
from goldsmith.training.folds import Grouping, split_folds
from goldsmith.training.gold_layers import GOLD_LAYERS, annotate_from_gold
from goldsmith.training.type_changes import change_documents, change_examples, change_schema
from goldsmith.training.validation import Fold, Folds, cross_validate

__all__ = [
    "GOLD_LAYERS",
    "Fold",
    "Folds",
    "Grouping",
    "Point",
    "annotate_from_gold",
    "change_documents",
    "change_examples",
    "change_schema",
    "compute_digest",
    "compute_learning_curve",
    "cross_validate",
    "make_examples",
    "split_folds",
]
