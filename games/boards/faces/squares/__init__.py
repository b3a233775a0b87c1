"""Boards of squares: how games such as Dame look, on the same page module as backgammon."""
