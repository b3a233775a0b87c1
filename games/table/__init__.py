"""The live table: its page, thumb zone, stream, phones and walls."""
