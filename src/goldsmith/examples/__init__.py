"""The built-in notes and terminology that a first run works on."""
