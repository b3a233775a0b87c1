"""What devices that keep score without network ask for."""
