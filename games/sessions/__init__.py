"""An evening: set-up, end, score sheet, settling up, score notation."""
