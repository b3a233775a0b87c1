"""The thumb zone: the buttons for what is legal now, and what is tapped on them."""
