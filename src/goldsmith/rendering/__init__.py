"""Tables, pages and charts: every page and report of Goldsmith is made here."""
