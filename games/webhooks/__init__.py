"""Where a club's events are sent: to which addresses, how signed, when tried again."""
