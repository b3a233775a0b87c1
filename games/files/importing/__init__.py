"""What comes in as a file, read without a database: tables, names, results, zip archives."""
