"""What all logs have in common: each request is written once, for a version that its sender saw."""
