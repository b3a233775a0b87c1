"""The organizers' services: merging, moving, anonymising, entering games from paper."""
