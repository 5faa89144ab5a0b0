"""Learners that several components share: CRFs, linear classifiers, SVMs, transformers."""
