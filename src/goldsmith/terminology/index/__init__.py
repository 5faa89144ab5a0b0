"""The compiled form of a terminology: the arrays on disk and the code that builds them."""
