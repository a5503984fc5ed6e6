"""Which addresses count as one caller, rate limits, and load shedding."""
