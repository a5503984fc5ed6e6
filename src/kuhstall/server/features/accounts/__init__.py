"""Guests, passkeys, sessions and account deletion."""
