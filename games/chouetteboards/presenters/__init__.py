"""What a reader is shown of a chouette on the board."""
