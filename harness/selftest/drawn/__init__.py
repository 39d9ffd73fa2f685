"""Random cases of a self-test, nearly all of them well-formed."""
