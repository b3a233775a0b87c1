"""What changes the record: keyword-only functions, each one transaction, each asking permission."""
