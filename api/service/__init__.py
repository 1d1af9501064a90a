"""The service: the house over HTTP and WebSocket, for clients that know nothing of its inside."""
