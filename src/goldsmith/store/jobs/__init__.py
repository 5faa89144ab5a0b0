"""Jobs: long work as rows of the database, done by worker processes.

    model    what a job is, as the API shows it
    queue    submitting, and what a worker does: claim, beat, end
    views    who may see which jobs, and cancelling
    models   the models that training jobs made
    releases the releases that release jobs made

A worker that is silent has died: its job is taken up again by the next one. Every write of a worker
names the attempt that it works on, so that a worker that was only slow cannot end a job twice.
"""
