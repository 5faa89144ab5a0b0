"""The work of a team: iterations, batches, tasks, time, comments and progress.

terms        the states and kinds of batches and tasks, and the settings of a batch
iterations   guideline development, training and production
choice       which documents go into a batch
batches      reading of batches and their documents
batch_making creation and changes of batches
balance      who gets which document, and in which arm: pure functions
assignment   who gets the documents of a batch
creation     insertion of tasks
portions     documents, or the snippets that they are split into
recipe       the steps of a task, derived from the schema (CLEF section 4.4)
contents     the set of a task: made on start, complete when done
tasks        reading of one annotator's tasks
working      the annotator's actions on a task: start, tick off, finish
returning    the manager's actions on tasks: return, withdraw, time out
exposure     who may see the sets of a batch, depending on its tasks and its state
states       the life cycle of a batch: annotated, passed or failed, adjudicated, closed
workloads    sums over the tasks of each annotator
beats        active time
comparisons  counts of pairs of sets, from which agreement is computed
comments     questions and comments on places in the text
progress     boards for managers
selection    the finished work of a batch
exclusions   annotators whose work is excluded
"""
