"""Write the documents of a made-up patient's life, with gold annotations for every layer."""
