"""The log itself: how actions are written, folded, undone and checked."""
