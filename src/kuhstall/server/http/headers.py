"""Security headers, set on every answer."""

from __future__ import annotations

import re
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; base-uri 'none'; object-src 'none';"
    " frame-ancestors 'none'; form-action 'self'; worker-src 'self'; manifest-src 'self';"
    " media-src 'self'; require-trusted-types-for 'script'; trusted-types kuhstall"
)
"""The only trusted-types policy starts two workers: the service worker, and offline play."""

_WORKER: Final = re.compile(r"/assets/offline-worker-[\w-]+\.js")
_WORKER_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script';"
    " trusted-types 'none'"
)
"""A worker has the policy of its own response. This one runs Python, which is WebAssembly."""

_DENIED: Final = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "camera",
        "display-capture",
        "encrypted-media",
        "geolocation",
        "gyroscope",
        "hid",
        "idle-detection",
        "local-fonts",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "picture-in-picture",
        "serial",
        "usb",
        "window-management",
        "xr-spatial-tracking",
    )
)
"""Features that the client never uses. It does use sharing, the clipboard, sound and passkeys.

At a table it also fills the screen and keeps it on. A page keeps the policy that it was loaded with
when the client shows another one, so all pages have the same.
"""
_PERMISSIONS: Final = f"{_DENIED}, fullscreen=(self), screen-wake-lock=(self)"


class Headers:
    """Adds headers to every answer that protect users from misuse of their browsers."""

    def __init__(self, app: ASGIApp, *, secure: bool, subdomains: bool = False) -> None:
        self._app = app
        self._headers = {
            "content-security-policy": POLICY,
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
            "permissions-policy": _PERMISSIONS,
            "cache-control": "no-store",
        }
        if secure:
            lasting = "max-age=31536000; includeSubDomains" if subdomains else "max-age=31536000"
            self._headers["strict-transport-security"] = lasting

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if _WORKER.fullmatch(scope["path"]):
                    headers["content-security-policy"] = _WORKER_POLICY
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_with_headers)
