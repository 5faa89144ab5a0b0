"""Time expressions by a grammar: word classes and patterns as data, matched over token shapes."""
