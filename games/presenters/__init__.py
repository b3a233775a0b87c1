"""What pages show: plain values with names in them, ready for templates without logic."""
