"""The states of the rules, a file each."""
