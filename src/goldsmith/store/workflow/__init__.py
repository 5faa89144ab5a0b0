"""The work of a team: iterations, batches, tasks, time, comments and progress.

terms        the states and kinds of batches and tasks, and the settings of a batch
iterations   guideline development, training and production
choice       which documents go into a batch
batches      batches and their documents, read
batch_making batches made and changed
balance      who gets which document, and in which arm: pure functions
assignment   who gets the documents of a batch
creation     tasks as rows
portions     documents, or the snippets that they are cut into
recipe       the steps of a task, derived from the schema (CLEF section 4.4)
contents     the set of a task: made when it is started, complete when it is done
tasks        the work of one annotator, read
working      what an annotator does with a task: start, tick off, finish
returning    what managers do with tasks: return, withdraw, time out
exposure     who may see the sets of a batch: follows from its tasks and its state
states       the life of a batch: annotated, passed or failed, adjudicated, closed
workloads    the tasks of each annotator summed up
beats        time actually spent
comparisons  counts of pairs of sets, from which agreement is computed
comments     questions and comments on places in the text
progress     boards for managers
selection    the finished work of a batch
exclusions   annotators whose work is taken out
"""
