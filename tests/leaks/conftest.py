"""What tests of leaks have served to them."""

from tests.leaks.serving import path, served, stored

__all__ = ["path", "served", "stored"]
