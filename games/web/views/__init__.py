"""Pages about the device, and error pages."""
