"""The routes for reports of the house."""

from api.service.routes import reports
from api.service.routing import READ, add, get

get("/reports", "reports", "list_reports", reports.listed, reports.ReportsAnswer)

add(
    "GET /reports/{report}",
    ("reports", "show_report"),
    reports.show,
    answer=None,
    responses={200: reports.DOCUMENTED, **READ},
)
