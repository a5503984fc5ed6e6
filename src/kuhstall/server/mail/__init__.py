"""Mails: one a day to whoever has confirmed an address, if a table waits for them."""
