"""Surrogates: the replacements for identifiers, drawn with a secret key."""
