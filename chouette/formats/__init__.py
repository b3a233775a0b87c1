"""Date and time formats where Django's are specific to one country."""
