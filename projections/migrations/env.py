"""Run by Alembic: hand its migrations the connection, and with it the transaction, to work in."""

from alembic import context
from alembic.util import CommandError

from projections.migrations.upgrade import transaction


def run() -> None:
    """Migrate on the connection given by the program, or by `-x log=URL` on the command line."""
    connection = context.config.attributes.get("connection")
    if connection is not None:
        context.configure(connection=connection, transactional_ddl=True)
        context.run_migrations()
        return
    url = context.get_x_argument(as_dictionary=True).get("log")
    if url is None or context.is_offline_mode():
        message = "say which log: alembic -x log=sqlite:///PATH …, or use `paipu migrate`"
        raise CommandError(message)
    with transaction(url) as opened:
        context.configure(connection=opened, transactional_ddl=True)
        context.run_migrations()


run()
