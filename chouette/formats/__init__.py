"""How dates and times are written, where Django's own way is that of one country only."""
