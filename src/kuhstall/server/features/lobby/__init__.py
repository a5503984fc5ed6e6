"""The lobby, and opening tables."""
