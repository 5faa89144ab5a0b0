"""Decisions of adjudicators, versions of the guideline, and how codes came about.

sources        the sets that are adjudicated: those of a document whose annotators have finished
decisions      the log of decisions: appended, read, listed
seeds          the secret that hides who is A and who is B
consensus      which set is the consensus of a document
guidelines     versions of the guideline
coding         how each code came about, and how a wording was coded before
"""
