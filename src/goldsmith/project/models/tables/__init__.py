"""Extraction of large tables of notes, part by part, to tidy Parquet tables."""
