"""Use cases of adjudicators, guideline editors and coders on the team's server.

adjudication/   decisions on the differences of annotators; the resulting consensus
guidelines/     edit, check, search and export the guideline of a project
concepts        search and browse the terminologies of a project
coding          the coding pass, which assigns codes to mentions
"""
