"""A provider of tokens: keys of every kind, a JWK set of them, and tokens that it signs."""

import base64
import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

ISSUER = "https://id.example"
AUDIENCE = "card-room"
LEFT_OUT = object()
RSA = rsa.generate_private_key(65537, 2048)
EC = ec.generate_private_key(ec.SECP256R1())
ED = ed25519.Ed25519PrivateKey.generate()
ANOTHER = ed25519.Ed25519PrivateKey.generate()
KEYS: Mapping[str, tuple[str, Any]] = {
    "rsa": ("RS256", RSA),
    "ec": ("ES256", EC),
    "ed": ("EdDSA", ED),
}


def jwk(algorithm: str, key: Any, **more: object) -> dict[str, Any]:  # noqa: ANN401 -- of any kind
    """Return the public part of a key as it is published."""
    made = jwt.get_algorithm_by_name(algorithm).to_jwk(key.public_key(), as_dict=True)
    return {**made, **more}


def published(**more: dict[str, Any]) -> str:
    """Return the JWK set of the provider, with some keys more or instead."""
    usual = {kid: jwk(algorithm, key, kid=kid) for kid, (algorithm, key) in KEYS.items()}
    return json.dumps({"keys": list({**usual, **more}.values())})


def claims(**other: object) -> dict[str, Any]:
    """Return what a token of the provider says."""
    now = int(time.time())
    usual = {"iss": ISSUER, "aud": AUDIENCE, "sub": "ann", "groups": ["guests", "everybody"]}
    named = {**usual, "iat": now, "exp": now + 600, **other}
    return {name: one for name, one in named.items() if one is not LEFT_OUT}


def part(content: object) -> str:
    """Return a part of a token."""
    return base64.urlsafe_b64encode(json.dumps(content).encode()).rstrip(b"=").decode()


def written(header: Mapping[str, Any], body: Mapping[str, Any], algorithm: str, key: Any) -> str:  # noqa: ANN401 -- of any kind
    """Return a token as it is written, whatever stands in it, signed with a key."""
    text = f"{part(header)}.{part(body)}"
    signature = jwt.get_algorithm_by_name(algorithm).sign(text.encode(), key)
    return f"{text}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"


def signed(by: str, body: Mapping[str, Any] | None = None, **header: object) -> str:
    """Return a token that the provider has signed with one of its keys."""
    algorithm, key = KEYS[by]
    head = {"typ": "JWT", "alg": algorithm, "kid": by, **header}
    return written(head, claims() if body is None else body, algorithm, key)


class Published:
    """Publishes a JWK set at a URL, and counts who asks for it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.status = 200
        self.asked = 0
        published_here = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                published_here.asked += 1
                content = published_here.text.encode()
                self.send_response(published_here.status)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                """Tell nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self.url = f"http://127.0.0.1:{self.server.server_port}/keys"


@contextmanager
def publishing(text: str) -> Iterator[Published]:
    """Yield a JWK set that is published."""
    found = Published(text)
    thread = threading.Thread(target=found.server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield found
    finally:
        found.server.shutdown()
        found.server.server_close()
        thread.join()
