"""Work on files: imports, archives, backups, the demo club."""
