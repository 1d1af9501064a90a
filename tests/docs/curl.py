"""As much of curl as the guide uses, for a machine that has none: `curl -s URL -H … --json …`.

Cookies are kept in a file that `-c` or `-b` names.
"""

import argparse
import sys
from http.cookiejar import MozillaCookieJar

import httpx


def main() -> int:
    """Send a request, and print the body of the answer."""
    parser = argparse.ArgumentParser(prog="curl")
    parser.add_argument("url")
    parser.add_argument("-s", action="store_true")
    parser.add_argument("-H", action="append", default=[])
    parser.add_argument("--json")
    parser.add_argument("-c")
    parser.add_argument("-b")
    chosen = parser.parse_args()
    jar = MozillaCookieJar(chosen.c)
    if chosen.b is not None:
        jar.load(chosen.b)
    headers = dict(header.split(": ", 1) for header in chosen.H)
    method = "GET" if chosen.json is None else "POST"
    if chosen.json is not None:
        headers["Content-Type"] = "application/json"
    with httpx.Client(cookies=jar) as client:
        answer = client.request(method, chosen.url, headers=headers, content=chosen.json)
    if chosen.c is not None:
        jar.save()
    sys.stdout.write(answer.text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
