"""Offline play: tables that live in a browser, in a Web Worker, without a server."""
