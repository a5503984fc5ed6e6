"""Groups: people who play with each other again and again, behind one link."""
