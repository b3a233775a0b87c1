"""Leagues as pages show them."""
