"""Makes the demo club that is kept in the program: `python -m docs.demo`."""
