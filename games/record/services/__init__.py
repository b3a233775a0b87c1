"""Every write to the record of a session, each one transaction that asks for permission."""
