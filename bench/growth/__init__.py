"""What a club costs as it grows: `make growth` prints a line of JSON for each figure."""
