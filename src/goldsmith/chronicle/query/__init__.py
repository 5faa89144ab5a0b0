"""Query many chronicles, in a language that a clinician can read aloud.

vocabulary, data/words    the words of the language
tokens, stream            characters to tokens, errors with their position
nouns, times, events, parser   tokens to the syntax tree of `model`
sets, wordings, names     the event names and codes that a name in a query stands for
details, periods, phrases, compile   the syntax tree to SQL
store, run, answer        DuckDB over the Parquet tables, patients and evidence
reading                   the meaning of a query, in plain English
saved                     queries and sets that users save in a file

docs/reference/query-language.md describes the language.
"""
