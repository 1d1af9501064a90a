"""The log's tree made again from the events, and compared with what is stored and held outside."""
