"""Events and matches for programs: all that their pages do."""
