"""Sessions of browsers (H13.3), each a stream of its own, so that none hangs on another."""
