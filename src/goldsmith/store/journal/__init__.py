"""The journal: an append-only log of all changes of an annotation set; replay gives its state.

steps       the steps of a change
state       the annotations of a set after its changes
change      changes, receipts, and which changes contradict each other
checker     the check of a change against schema and rules
reading     reading sets and their journals, within a transaction
ledger      the rows that a group of changes reads and writes
log         appending changes, within a transaction
history     undo, redo and the origin of every field
writer      many changes in one durable transaction
verify      replays the journal and compares

Changes go through `JournalWriter.submit`, which calls `Journal.append` within a transaction.
"""
