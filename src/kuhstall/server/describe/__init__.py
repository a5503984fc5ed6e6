"""What goes over the wires, described for programs: JSON Schema, OpenAPI, TypeScript."""
