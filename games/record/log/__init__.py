"""The log: how actions are written, folded, undone and checked."""
