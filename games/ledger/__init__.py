"""Points and money as exact figures: writing, rounding and settling them; no Django."""
