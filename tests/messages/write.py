"""Write the simplified catalogue from the traditional one: `python -m tests.messages.write`."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Final

import tomli

from replay import messages
from replay.messages.language import Language
from tests.messages.simplified import simplified

FOLDER: Final = Path(str(files(messages)))


def catalogue(language: Language) -> dict[str, dict[str, str]]:
    """Return the sections of a language's file as they stand there."""
    return tomli.loads((FOLDER / f"{language}.toml").read_text("utf-8"))


def derived() -> str:
    """Return what the simplified file must be."""
    return "\n".join(
        f"[{name}]\n"
        + "".join(f"{_quoted(key)} = {_quoted(simplified(text))}\n" for key, text in texts.items())
        for name, texts in catalogue(Language.HANT).items()
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    (FOLDER / f"{Language.HANS}.toml").write_text(derived(), "utf-8")
