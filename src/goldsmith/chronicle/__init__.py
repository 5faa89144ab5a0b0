"""The chronicle: one patient's history, from the structured record and the notes."""
