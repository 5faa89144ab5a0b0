"""The learners that components share."""
