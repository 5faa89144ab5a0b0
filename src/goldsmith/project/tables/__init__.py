"""The tables of the five papers, printed in their own form for any corpus.

`forms` reads the form of each table from `data/`: rows, columns, order, rounding, requirements.
`view` presents a corpus to the tables: the roles of its sets, its slices, its measurements. `axes`
expands the rows and columns of a form over the values in the corpus, and `grid` fills the cells;
the modules `*_parts` make the tables without figures of metrics. `build` makes all tables of a
paper, `layout` and `page` print them.
"""
