"""Board games that two play online: invited, played, watched, and kept."""
