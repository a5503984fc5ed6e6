"""What it takes to hand the project to others: two archives, their parts, and their licences."""
