"""Who stands where after any results, and by which tie-breaks. No Django here."""
