"""Decisions of adjudicators, versions of the guideline, and the origins of codes.

sources        the sets to adjudicate: those of a document whose annotators have finished
decisions      the log of decisions: append, read and list them
seeds          the secret that hides who is A and who is B
consensus      which set is the consensus of a document
guidelines     versions of the guideline
coding         the origin of each code, and earlier codes of a wording
"""
