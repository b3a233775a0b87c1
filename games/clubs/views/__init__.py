"""The front page and the pages of a club."""
