"""What leaves the server by itself: messages to push services."""
