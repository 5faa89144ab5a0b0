"""Accounts: the first owner, signing in, people, tokens, and the roles in projects."""

from goldsmith.web.routes.people import accounts, members, openid, session, setup, tokens

handlers = [
    *setup.handlers,
    *session.handlers,
    *openid.handlers,
    *accounts.handlers,
    *tokens.handlers,
    *members.handlers,
]
