"""Questions over many chronicles, in a language that a clinician can read aloud.

vocabulary, data/words    the words of the language
tokens, stream            characters to tokens, errors at a place
nouns, times, events, parser   tokens to the syntax tree of `model`
sets, wordings, names     what a name stands for: names and codes of events
details, periods, phrases, compile   the syntax tree to SQL
store, run, answer        DuckDB over the Parquet tables, patients and evidence
reading                   what a query means, in plain English
saved                     queries and sets that users keep in a file

docs/reference/query-language.md describes the language.
"""
