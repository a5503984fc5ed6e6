-- Only what the version before need not know: tables, and a column that has a value by itself.

-- Home. Since when a table waits for somebody.
ALTER TABLE waits ADD COLUMN since timestamptz NOT NULL DEFAULT now();

-- Home. Who wants a mail when a table waits, and where. Until the address is confirmed, it gets one
-- question (`asked`) and nothing else. The token is in every mail: whoever has one can end it.
CREATE TABLE mails (
    person     text PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    address    text NOT NULL,
    digest     bytea NOT NULL,
    language   text NOT NULL,
    token      text NOT NULL UNIQUE,
    quiet_from smallint NOT NULL,
    quiet_to   smallint NOT NULL,
    confirmed  boolean NOT NULL DEFAULT false,
    asked      boolean NOT NULL DEFAULT false,
    added      timestamptz NOT NULL DEFAULT now(),
    claimed    timestamptz,
    attempts   smallint NOT NULL DEFAULT 0
);
CREATE INDEX mails_digest ON mails (digest);

-- Home. When an address last got a mail: for a day, and without the address.
CREATE TABLE mailed (
    digest bytea PRIMARY KEY,
    at     timestamptz NOT NULL
);
CREATE INDEX mailed_at ON mailed (at);

-- Cell. Where else to tell that a table waits. `moment` is the newest that is to be told, `told` the
-- newest that was; in between stands what to say.
CREATE TABLE hooks (
    table_id text PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    address  text NOT NULL,
    moment   integer NOT NULL DEFAULT -1,
    told     integer NOT NULL DEFAULT -1,
    body     bytea NOT NULL DEFAULT '',
    claimed  timestamptz,
    attempts smallint NOT NULL DEFAULT 0
);
CREATE INDEX hooks_due ON hooks (table_id) WHERE told < moment;
