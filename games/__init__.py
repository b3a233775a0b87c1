"""What happens at one table, and who sits there."""
