"""What comes in and goes out as a file: tables, archives, backups, and the jobs on them."""
