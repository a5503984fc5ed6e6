-- All of it home's. Only what the version before need not know: tables, and a column that has a value by itself.

-- Whether somebody has still to be told of it, as far as they want to be told.
ALTER TABLE waits ADD COLUMN fresh integer NOT NULL DEFAULT 1;
CREATE INDEX waits_fresh ON waits (person) WHERE fresh AND NOT answered;

-- Who wants to be told that a table waits. `told`: when a message went out that may still be on their
-- devices. `looked`: they have been here since. Nobody is told in their quiet minutes of the day (UTC).
CREATE TABLE taps (
    person     text PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    told       real,
    looked     integer NOT NULL DEFAULT 0,
    claimed    real,
    attempts   integer NOT NULL DEFAULT 0,
    quiet_from integer NOT NULL,
    quiet_to   integer NOT NULL
);
CREATE INDEX taps_told ON taps (person) WHERE told IS NOT NULL;

-- Browsers that want it, each with the address at its push service and the keys that only it can open.
CREATE TABLE devices (
    endpoint text PRIMARY KEY,
    person   text NOT NULL REFERENCES taps (person) ON DELETE CASCADE,
    public   blob NOT NULL,
    auth     blob NOT NULL,
    added    real NOT NULL
);
CREATE INDEX devices_person ON devices (person);

-- What the server signs with, made by the first node that needs it.
CREATE TABLE keys (
    name   text PRIMARY KEY,
    secret blob NOT NULL
);
