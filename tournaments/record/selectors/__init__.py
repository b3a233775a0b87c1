"""What is read of rounds, results and seeds."""
