"""Every write to an event passes here; who may; rounds and results as they are read."""
