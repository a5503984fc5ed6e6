"""What a farmer knows of Kuhhandel Master besides."""
