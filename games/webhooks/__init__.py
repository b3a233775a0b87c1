"""Telling other programs that something ended: where it may go, how it is signed, how it is sent.

Plain Python without Django: what to send, to whom and when is decided in `games.services.webhooks`.
"""
