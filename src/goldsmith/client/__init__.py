"""The client of the team's server, for scripts and tests."""
