"""Pages between the program and a device, and error pages."""
