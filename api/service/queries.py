"""The names in a query: one that is not known, or stands there twice, would be passed over."""

from collections import Counter
from typing import Final

from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import get_flat_params
from fastapi.params import ParamTypes
from starlette.requests import HTTPConnection

from domain.kernel.text import Text, text

UNKNOWN: Final = text("Extra inputs are not permitted")
REPEATED: Final = text("Input should be given once")
Fault = tuple[str, str, Text]
"""Name, kind, and what is told."""


def names_in_query(dependant: Dependant) -> frozenset[str]:
    """Return what a route can be asked with in its query. Nothing of it is a list."""
    fields = get_flat_params(dependant)
    # Those of a form that is a query as a whole do not say where they stand.
    where = {one.alias: getattr(one.field_info, "in_", ParamTypes.query) for one in fields}
    return frozenset(name for name, place in where.items() if place is ParamTypes.query)


def faults_in_query(asked: HTTPConnection, known: frozenset[str]) -> list[Fault]:
    """Return what is wrong with the names in a query, each fault once.

    What was passed over could make an answer larger than whoever asked has meant.
    """
    given = Counter(name for name, _ in asked.query_params.multi_items())
    unknown = [(name, "extra_forbidden", UNKNOWN) for name in given if name not in known]
    repeated = [(name, "repeated", REPEATED) for name, times in given.items() if times > 1]
    return unknown or repeated
