"""The interface's views, by what they are about; each parses, calls, and shows."""
