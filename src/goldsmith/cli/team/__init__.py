"""Commands for the team's server."""
