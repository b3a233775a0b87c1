"""German, for readers in every country that speaks it."""
