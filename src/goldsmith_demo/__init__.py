"""Made-up patients and their notes, with a gold standard: realistic text that can be shared."""
