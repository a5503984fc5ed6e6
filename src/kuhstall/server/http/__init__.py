"""The HTTP API, the WebSocket, and the files of the client."""
