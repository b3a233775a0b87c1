"""The rules of backgammon between two: for now the score of a match and its log."""
