"""What only Kuhhandel is measured by."""
