"""Use cases on corpora: read, convert, describe, validate, pseudonymise."""
