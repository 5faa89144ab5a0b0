"""Commands about a corpus: read, describe, check, draw and freeze it."""
