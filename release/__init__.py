"""Makes a release: two archives, a list of what is in them, and a check of its licences."""
