"""Build a patient's chronicle: the history drawn from the structured record and the notes."""
