"""What challenges add to scores: entries of teams, leaderboards, given mentions, warnings.

`entries` reads who made which run. `leaderboard` ranks runs and reference rows, and `standings`
prints them. `given_mentions` and `dropped_mentions` say where a figure does not mean what it seems.
"""
