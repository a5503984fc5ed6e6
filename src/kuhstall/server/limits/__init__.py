"""Who counts as one caller, and how often they may call."""
