"""As much of curl as the guide uses, for a machine that has none: `curl -s URL -H … --json …`."""

import argparse
import sys

import httpx


def main() -> int:
    """Send a request, and print the body of the answer."""
    parser = argparse.ArgumentParser(prog="curl")
    parser.add_argument("url")
    parser.add_argument("-s", action="store_true")
    parser.add_argument("-H", action="append", default=[])
    parser.add_argument("--json")
    chosen = parser.parse_args()
    headers = dict(header.split(": ", 1) for header in chosen.H)
    method = "GET" if chosen.json is None else "POST"
    if chosen.json is not None:
        headers["Content-Type"] = "application/json"
    answer = httpx.request(method, chosen.url, headers=headers, content=chosen.json)
    sys.stdout.write(answer.text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
