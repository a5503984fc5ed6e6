"""Drives the program in a pseudo-terminal, and looks at its screen."""

from __future__ import annotations

import os
import random
import re
import signal
import sys
from collections.abc import Mapping
from typing import Any

import pexpect
import pyte

from kuhstall.messages import Catalogue
from tests.machine import count, patience

PATIENCE = 30
"""Seconds after which a silent program counts as stuck. Nothing waits that long on purpose."""
STUBBORN = 200
"""Prompts after which a program that should end counts as stuck, too."""


def _heed_signals() -> None:
    """Let Ctrl-C and a closed window through.

    Processes started in the background ignore the one, those under nohup the other, and so do their
    children.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


CLEAR = "\x1b[2J"


class PseudoTerminal:
    """A command with a keyboard and a screen of its own."""

    def __init__(
        self,
        *words: str,
        language: str = "en",
        rows: int = 32,
        columns: int = 100,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.texts = Catalogue.load(language, strict=True)
        surroundings = {
            name: value
            for name, value in os.environ.items()
            if name not in ("LANG", "LC_ALL", "LC_MESSAGES", "COLUMNS", "LINES", "NO_COLOR")
        }
        count("terminals")
        self.child: Any = pexpect.spawn(
            sys.executable,
            ["-m", "kuhstall.cli", *words],
            env=surroundings | {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | dict(env or {}),
            dimensions=(rows, columns),
            encoding="utf-8",
            codec_errors="replace",
            timeout=patience(PATIENCE),
            preexec_fn=_heed_signals,
        )
        self.child.delaybeforesend = None
        self.transcript = ""
        self._unseen = ""
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.screen)
        prompts = {
            name: self.texts.text(f"terminal.{name}", seat="@")
            for name in ("prompt", "prompt_cards", "hand_over", "press_enter")
        }
        self.prompts = list(prompts)
        self.patterns = [
            re.compile(r"\s+".join(re.escape(word) for word in text.split()).replace("@", ".+?"))
            for text in prompts.values()
        ]

    def wait(self) -> str | None:
        """Read up to the next prompt and return its name, or None when the program has ended."""
        found = self.child.expect([*self.patterns, pexpect.EOF])
        after = self.child.after if isinstance(self.child.after, str) else ""
        self._read(self.child.before + after)
        return self.prompts[found] if found < len(self.prompts) else None

    def _read(self, output: str) -> None:
        self.transcript += output
        self._unseen += output

    def type(self, answer: str) -> None:
        self.child.send(answer + "\r")

    def press(self, key: str) -> None:
        """Press a key that is not part of a line, such as Ctrl-C."""
        self.child.send(key)

    def resize(self, rows: int, columns: int) -> None:
        self.child.setwinsize(rows, columns)
        self.screen.resize(rows, columns)

    def shown(self) -> str:
        """Return what is on the screen, without what has been cleared."""
        last = self._unseen.rfind(CLEAR)
        self.stream.feed(self._unseen[max(last, 0) :])
        self._unseen = ""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def ended(self) -> int:
        """Wait for the end, and return the exit code."""
        prompts = 0
        while self.wait() is not None:
            prompts += 1
            assert prompts < STUBBORN, "it asks again and again"
            self.type("")
        self.child.close()
        code: int = self.child.exitstatus
        return code


def answer(prompt: str, chance: random.Random, garbage: tuple[str, ...] = ()) -> str:
    """Answer a prompt at random: usually something that may be legal, now and then garbage."""
    if garbage and chance.random() < 0.1:
        return chance.choice(garbage)
    if prompt == "prompt":
        return str(chance.choice((1, 1, 1, 1, 1, 2, 3)))
    if prompt == "prompt_cards":
        return chance.choice(("", "-", "0", "10", "50", "100", "200", "500", "10 10"))
    return ""
