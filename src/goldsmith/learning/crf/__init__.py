"""Linear-chain conditional random fields: tags, features, training and decoding."""
