"""Frames, sessions and what viewers see: the protocol, without a socket."""
