"""The BioC data model and its conversion, which BioC JSON and BioC XML share."""
