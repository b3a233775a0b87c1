"""The admin: who may enter it, and the rules all of its pages follow."""
