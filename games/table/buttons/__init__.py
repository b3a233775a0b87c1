"""The thumb zone: buttons for legal actions, and reading their taps."""
