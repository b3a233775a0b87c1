"""Every write to the record of a session: each is one transaction and checks permission."""
