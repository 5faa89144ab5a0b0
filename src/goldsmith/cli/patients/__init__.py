"""Commands about patients: their chronicles, and questions over many of them."""
