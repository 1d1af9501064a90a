"""As much of curl as the guide uses, for a machine that has none: `curl -s URL -H … --json …`.

Cookies are kept in a file that `-c` or `-b` names.
"""

import argparse
import sys
from http.cookiejar import MozillaCookieJar
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener


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
    content = None if chosen.json is None else chosen.json.encode()
    asked = Request(chosen.url, content, headers, method=method)  # noqa: S310 -- of the guide
    opener = build_opener(HTTPCookieProcessor(jar), ProxyHandler({}))
    try:
        answer = opener.open(asked)
    except HTTPError as problem:
        answer = problem
    with answer:
        sys.stdout.write(answer.read().decode())
    if chosen.c is not None:
        jar.save()
    return 0


if __name__ == "__main__":
    sys.exit(main())
