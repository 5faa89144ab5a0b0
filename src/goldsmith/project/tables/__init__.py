"""The tables of the five papers, printed in their own form for any corpus.

`forms` reads the form of each table from `data/`: rows, columns, order, rounding, what it needs.
`view` is a corpus as the tables see it: the roles of its sets, its slices, its measurements. `axes`
spreads the rows and columns of a form over what the corpus has, and `grid` fills the cells; the
modules `*_parts` make the tables that hold no figures of metrics. `build` makes all tables of a
paper, `layout` and `page` print them.
"""
