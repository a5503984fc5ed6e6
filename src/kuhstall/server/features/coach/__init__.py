"""The coach for finished games."""
