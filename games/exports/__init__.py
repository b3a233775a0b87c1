"""A session as a file: for a spreadsheet, for a program, for the score notation."""
