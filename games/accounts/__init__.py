"""Who signs in, with what, and on which devices."""
