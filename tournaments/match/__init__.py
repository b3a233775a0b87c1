"""A match between two: its score with the Crawford rule, its cube, its clock. No Django here."""
