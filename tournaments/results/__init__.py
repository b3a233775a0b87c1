"""Match results and brackets."""
