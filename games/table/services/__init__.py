"""Every write to phones and proxies."""
