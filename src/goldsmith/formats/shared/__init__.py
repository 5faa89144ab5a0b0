"""What several formats share: XML, tokens, columns, codes as text."""
