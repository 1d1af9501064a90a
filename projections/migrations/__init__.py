"""The migrations: they own every table, and are the only place that creates or changes one."""
