"""The scored model: the probability that a word or number is an identifier of each kind.

`units` splits a note into words and numbers, `proposals` adds dates, ages and internet addresses.
`evidence` and `numerals` describe a word or a number without its context (with `gazetteers` of
names and towns, the context words of `cues` and the coarse classes of `word_classes`), `features`
adds its neighbours, `corpus` adds evidence from the other notes. `model` turns all this into
probabilities. `clearing` lowers those of units that cannot be identifiers, such as the words of
`safe_words`. `identify` compares them with thresholds and yields identifiers, with the help of
`names` and `places`, and the places that remain doubtful.
"""
