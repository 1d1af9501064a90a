"""Logs of earlier versions go on with this one."""
