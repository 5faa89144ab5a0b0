"""Make, check, build and release annotation guidelines."""
