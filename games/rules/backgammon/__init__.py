"""The rules of two-player backgammon: so far the score of a match and its log."""
