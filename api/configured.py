"""`paipu settings`: what is set, and by what."""

import argparse

from replay.configuration import effective, unknown
from replay.text import printable

NOTHING = "–"


def add_settings_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Give `paipu` the command `settings`."""
    command = commands.add_parser("settings", help="list the settings, and where each comes from")
    command.set_defaults(command=lambda _: show_settings())


def show_settings() -> int:
    """Print each setting's name, where it comes from, and its value; a password is masked."""
    told = effective()
    width = max(len(one.setting.name) for one in told)
    wide = max(len(one.source) for one in told)
    for one in told:
        value = one.setting.show(one.text) or NOTHING
        print(f"{one.setting.name:{width}}  {printable(one.source):{wide}}  {printable(value)}")
    for name in unknown():
        print(f"{printable(name)} is no setting")
    return 0
