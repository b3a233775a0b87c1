"""The log and all that is said at a table: written, folded, checked, read."""
