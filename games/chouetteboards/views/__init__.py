"""Pages and addresses of boards: those of two, and those of a chouette."""
