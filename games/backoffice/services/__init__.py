"""What organizers decide: merging, moving, deleting, entering games from paper."""
