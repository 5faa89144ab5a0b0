"""Commands about annotators: guidelines, agreement, adjudication, consistency."""
