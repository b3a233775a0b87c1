"""The kinds of decisions: when one is offered, what it changes, how it is carried out."""
