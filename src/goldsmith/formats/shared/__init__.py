"""Code that several formats use: XML, tokens, column files, codes as text."""
