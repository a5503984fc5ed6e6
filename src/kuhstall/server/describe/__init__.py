"""Descriptions of the protocol for programs: JSON Schema, OpenAPI, TypeScript."""
