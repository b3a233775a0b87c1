"""The face of backgammon, on boards of two and at chouettes."""
