"""The reports, one a file: each tells its lines by the views, and checks its own figures."""
