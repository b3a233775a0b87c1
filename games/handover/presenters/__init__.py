"""What a device takes along, and what it is told at handing over."""
