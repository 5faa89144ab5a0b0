"""Jobs: the long tasks of the team's server, and the worker that runs them.

kinds/    one file per kind of job
kind      the interface of a kind of job
submit    checks a job and queues it
context   the actions of a running job: report progress, publish its result
worker    runs jobs one by one
process   the worker as a separate process, monitored and restarted
"""
