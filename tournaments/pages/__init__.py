"""Events, matches and phones for everybody except directors."""
