"""Built-in example notes, and the inline notation they are written in."""
