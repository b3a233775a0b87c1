"""Events played as chouettes: tables, seats, banks."""
