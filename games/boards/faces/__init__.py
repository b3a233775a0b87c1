"""How each game on the board is shown: its state, its picture, its text board, its replay."""
