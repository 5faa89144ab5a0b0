"""The journal: every change of an annotation set, appended for ever; the state is its fold.

steps       what a change does, step by step
state       the annotations of a set as the journal leaves them
change      changes, receipts, and which changes contradict each other
checker     the check of a change against schema and rules
reading     reading sets and their journals, within a transaction
ledger      the rows that a group of changes reads and writes
log         appending changes, within a transaction
history     undo, redo and the origin of every field
writer      many changes in one durable transaction
verify      folds the journal anew and compares

A change goes through `JournalWriter.submit`; `Journal.append` is the part within a transaction.
"""
