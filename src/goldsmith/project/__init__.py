"""The use cases of Goldsmith. The command line and the browser both call these functions."""
