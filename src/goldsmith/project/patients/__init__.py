"""What is done with patients: their chronicles, questions over many of them, exports."""
