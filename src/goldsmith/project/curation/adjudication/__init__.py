"""Adjudication on the team's server, with the engine of `goldsmith.adjudication`.

cases       the compared sets of a document, kept in memory by their revisions
blinding    who is A and who is B, and names of units that tell nothing
views       units as an adjudicator sees them
previews    what a decision would result in
requests    what adjudicators send, and the answers they get
recording   decisions and the consensus they make, in one transaction
decide      decisions, previews, reopening, undo
policies    policies for the remainder; documents without differences
consensus   the consensus set, kept in step with the decisions
differing   the steps that lead from one state of the consensus to the next
progress    how far a batch is, and its log of decisions
report      what each annotator contributed, after the batch is closed
"""
