"""What BioC JSON and BioC XML share."""
