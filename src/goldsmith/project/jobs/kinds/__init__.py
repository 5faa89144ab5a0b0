"""The kinds of jobs; the name of a file is the name of the kind."""
