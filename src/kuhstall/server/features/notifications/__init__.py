"""Push messages, mail and webhooks."""
