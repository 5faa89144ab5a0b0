"""Adjudication on the team's server, with the engine of `goldsmith.adjudication`.

cases       the compared sets of a document, cached by their revisions
blinding    letters instead of annotators' names, and unit names that reveal nothing
views       units as an adjudicator sees them
previews    the result that a decision would have
requests    the requests of adjudicators, and the responses
recording   decisions and the resulting consensus, in one transaction
decide      decisions, previews, reopening, undo
policies    policies for the remainder; documents without differences
consensus   the consensus set, kept in step with the decisions
differing   the steps from one state of the consensus to the next
progress    the progress of a batch, and its log of decisions
report      the contribution of each annotator, after the batch is closed
"""
