"""Names of people: when two are one person, and how lists of them are read."""
