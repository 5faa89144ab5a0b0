"""Jobs: what the long work of the team's server is, and the worker that does it.

kinds/    one file per kind of job
kind      what a kind of job offers
submit    checks a job and queues it
context   what a running job may do: report progress, publish its result
worker    takes up jobs one after the other
process   the worker as a process of its own, watched and restarted
"""
