"""Addresses for devices that keep score without network."""
