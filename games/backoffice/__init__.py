"""The admin as a place: who enters it, and what all of its pages obey."""
