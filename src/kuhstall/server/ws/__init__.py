"""Everything that goes over a WebSocket."""
