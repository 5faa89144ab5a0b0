"""What adjudicators, guideline editors and coders do on the team's server.

adjudication/   decide the differences of annotators; the consensus they make
guidelines/     edit, check, search and export the guideline of a project
concepts        search and browse the terminologies of a project
coding          the pass that gives codes to mentions
"""
