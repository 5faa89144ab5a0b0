"""Codes of mentions on the team's server (CLEF section 4.6).

memory       earlier codes of the same wording, in sets that the person may see
candidates   the concepts that a mention may denote
queue        mentions without a code, grouped by wording
answers      accept, reject, choose, search, CUI-less; each is a change of the set
report       the origins of codes
"""
