"""Shared by all pages: input, buttons, refusals, limits, the device."""
