"""Code shared by the pages: their frame, their forms, and the visitor."""
