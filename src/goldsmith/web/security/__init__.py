"""Who asks: sessions, tokens and protection against forged requests."""
