"""Points and money as exact figures: how they are written, rounded and settled; no Django."""
