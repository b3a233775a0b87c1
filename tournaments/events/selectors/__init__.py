"""What is read of events and of the phones of their players."""
