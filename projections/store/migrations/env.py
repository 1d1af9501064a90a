"""Run by Alembic: hand the migrations of views the connection and transaction to work in."""

from alembic import context
from alembic.util import CommandError

from projections.store.revision import VERSION_TABLE

connection = context.config.attributes.get("connection")
if connection is None:
    message = "`paipu migrate` brings the views up to date"
    raise CommandError(message)
context.configure(
    connection=connection,
    transactional_ddl=True,
    version_table=VERSION_TABLE,
)
context.run_migrations()
