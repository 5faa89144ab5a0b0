"""Jobs: long tasks, stored as database rows and run by worker processes.

    model    the job, as the API shows it
    queue    submission, and the actions of a worker: claim, beat, end
    views    who may see which jobs, and cancelling
    models   the models that training jobs make
    releases the releases that release jobs make

A silent worker counts as dead, and the next worker takes its job up again. Every write of a worker
names its attempt, so that a worker that was only slow cannot end a job twice.
"""
