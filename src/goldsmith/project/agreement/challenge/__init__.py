"""Additions to scores for challenges: entries of teams, leaderboards, given mentions, warnings.

`entries` reads who made which run. `leaderboard` ranks runs and reference rows, and `standings`
prints them. `given_mentions` and `dropped_mentions` warn about misleading figures.
"""
