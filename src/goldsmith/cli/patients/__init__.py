"""Commands for patients: make chronicles, and ask questions about them."""
