"""Use cases of sampling: draw samples and splits."""
