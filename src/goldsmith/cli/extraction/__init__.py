"""Commands about extraction: terminologies, training, evaluation, extraction."""
