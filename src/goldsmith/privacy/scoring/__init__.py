"""The scored model: how likely each word and number of a note is an identifier, and of which kind.

`units` splits a note into words and numbers, `proposals` adds dates, ages and addresses of the net.
`evidence` and `numerals` say what is known about a word or a number by itself (with `gazetteers` of
names and towns), `features` adds its neighbours, `corpus` what the other notes show. `model` makes
probabilities of it. `identify` compares them with thresholds and yields identifiers, with the help
of `names` and `places`, and the places that remain doubtful.
"""
