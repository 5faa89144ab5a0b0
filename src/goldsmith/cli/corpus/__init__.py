"""Commands on a corpus: read, describe, check, sample and freeze it."""
