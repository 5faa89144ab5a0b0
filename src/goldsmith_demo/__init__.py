"""Made-up patients and their notes, with the gold known: realistic text anybody may see."""
