"""Training of crfsuite models, returned as bytes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Literal

import pycrfsuite

_MAX_PERCEPTRON_ITERATIONS = 15


def make_trainer(
    algorithm: Literal["lbfgs", "perceptron"], *, c1: float, c2: float, iterations: int
) -> pycrfsuite.Trainer:
    """Make a trainer.

    Args:
        algorithm: "lbfgs" or "perceptron" (averaged perceptron).
        c1: Strength of L1 regularisation (lbfgs).
        c2: Strength of L2 regularisation (lbfgs).
        iterations: The highest number of iterations; the perceptron stops at 15.
    """
    if algorithm == "perceptron":
        trainer = pycrfsuite.Trainer(verbose=False, algorithm="ap")
        trainer.set_params({"max_iterations": min(iterations, _MAX_PERCEPTRON_ITERATIONS)})
        return trainer
    trainer = pycrfsuite.Trainer(verbose=False, algorithm="lbfgs")
    trainer.set_params({"c1": c1, "c2": c2, "max_iterations": iterations})
    return trainer


def run_trainer(trainer: pycrfsuite.Trainer) -> bytes:
    """Train and return the model; crfsuite itself can only write it to a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        trainer.train(str(path))
        return path.read_bytes()
