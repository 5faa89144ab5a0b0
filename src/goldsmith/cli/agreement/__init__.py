"""Commands on annotators' work: guidelines, agreement, adjudication, consistency."""
