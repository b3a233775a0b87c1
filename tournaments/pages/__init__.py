"""Events, matches and phones for everybody but the director."""
