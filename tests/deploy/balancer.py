"""The nginx of this machine with the configuration that is shipped, for drills in Python."""

from __future__ import annotations

import os
import re
import ssl
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

ROOT: Final = Path(__file__).parents[2]
TEMPLATE: Final = ROOT / "deploy" / "nginx" / "nginx.conf.template"
NGINX: Final = os.environ.get("NGINX", "/usr/sbin/nginx")
SITE: Final = "127.0.0.1"


class Balancer(Struct, frozen=True):
    url: str
    trust: ssl.SSLContext


@contextmanager
def balanced(
    folder: Path, ports: tuple[int, int], nodes: Sequence[int], edit: Callable[[str], str] = str
) -> Iterator[Balancer]:
    """Start nginx at two ports, plain and TLS, in front of nodes at others.

    What a test cannot do otherwise it edits: to come from many addresses, say.
    """
    plain, secure = ports
    _certify(folder)
    words = {
        "RUN": str(folder),
        "SITE": SITE,
        "HTTP_PORT": f"{SITE}:{plain}",
        "HTTPS_PORT": f"{SITE}:{secure}",
        "PUBLIC_PORT": f":{secure}",
        "CERTIFICATES": str(folder),
        "CHALLENGES": str(folder),
        "NODES": " ".join(f"server 127.0.0.1:{node} max_fails=0;" for node in nodes),
        "RESOLVER": "",
    }
    text = re.sub(
        r"\$\{([A-Z_]+)\}",
        lambda found: words.get(found[1], found[0]),
        TEMPLATE.read_text(encoding="utf-8"),
    )
    (folder / "nginx.conf").write_text(edit(text), encoding="utf-8")
    command: list[str | Path] = [NGINX, "-p", folder, "-e", "stderr", "-c", folder / "nginx.conf"]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    with (folder / "nginx.log").open("wb") as log:
        running = subprocess.Popen([*command, "-g", "daemon off;"], stderr=log)
    try:
        context = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
        yield Balancer(f"https://{SITE}:{secure}", context)
    finally:
        running.terminate()
        running.wait()


def _certify(folder: Path) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-noenc", "-days", "2", "-subj", f"/CN={SITE}", "-addext", f"subjectAltName=IP:{SITE}",
         "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
        check=True,
        capture_output=True,
    )  # fmt: skip
