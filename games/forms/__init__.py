"""What people type and tap, turned into values."""
