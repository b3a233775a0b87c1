"""What organizers decide: kinds of decisions, what each would change, and why it was made."""
