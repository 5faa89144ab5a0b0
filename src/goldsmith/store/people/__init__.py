"""Accounts, how people sign in, and their roles in projects.

accounts    the accounts of a server
setup       the first start: the owner
passwords   argon2id
sign_in     signing in with a password, and changing it
external    signing in through an OpenID Connect provider
sessions    sessions of browsers
tokens      tokens of scripts
one_time    secrets that work once: set-up, invitations
limits      limits on attempts
members     roles in projects
"""
