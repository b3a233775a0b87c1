"""Standings from any results, with tie-breaks. No Django here."""
