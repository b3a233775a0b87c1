"""One evening: set up, ended, its sheet, settling up, its score notation."""
