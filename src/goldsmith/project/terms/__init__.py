"""Use cases of terminologies: find, browse, check, pre-annotate."""
