"""The pages of boards."""
