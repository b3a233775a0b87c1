"""Exports of an evening, for spreadsheets or programs."""
