"""Writes leagues, their seasons and fixtures."""
