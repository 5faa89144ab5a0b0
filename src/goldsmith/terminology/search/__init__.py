"""Search for concepts as people type: prefixes, words, typos."""
