"""Tables in play: held, written, shown, and kept in step with other nodes."""
