"""What viewers of a live stream see, and who they are."""
