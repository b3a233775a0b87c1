"""Reads leagues, their seasons and fixtures."""
