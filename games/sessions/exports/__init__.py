"""An evening as a file, for a spreadsheet or a program."""
