"""The log of a session and the answers at its table: writing, folding, checking, reading."""
