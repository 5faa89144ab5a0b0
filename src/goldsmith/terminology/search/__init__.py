"""Search for concepts by what a person types: prefixes, words, spelling errors."""
