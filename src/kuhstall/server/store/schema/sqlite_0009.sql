-- Only what the version before need not know: tables, and a column that has a value by itself.

-- Home. Since when a table waits for somebody.
ALTER TABLE waits ADD COLUMN since real NOT NULL DEFAULT 0;

-- Home. Who wants a mail when a table waits, and where. Until the address is confirmed, it gets one
-- question (`asked`) and nothing else. The token is in every mail: whoever has one can end it.
CREATE TABLE mails (
    person     text PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    address    text NOT NULL,
    digest     blob NOT NULL,
    language   text NOT NULL,
    token      text NOT NULL UNIQUE,
    quiet_from integer NOT NULL,
    quiet_to   integer NOT NULL,
    confirmed  integer NOT NULL DEFAULT 0,
    asked      integer NOT NULL DEFAULT 0,
    added      real NOT NULL,
    claimed    real,
    attempts   integer NOT NULL DEFAULT 0
);
CREATE INDEX mails_digest ON mails (digest);

-- Home. When an address last got a mail: for a day, and without the address.
CREATE TABLE mailed (
    digest blob PRIMARY KEY,
    at     real NOT NULL
);
CREATE INDEX mailed_at ON mailed (at);

-- Cell. Where else to tell that a table waits. `moment` is the newest that is to be told, `told` the
-- newest that was; in between stands what to say.
CREATE TABLE hooks (
    table_id text PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    address  text NOT NULL,
    moment   integer NOT NULL DEFAULT -1,
    told     integer NOT NULL DEFAULT -1,
    body     blob NOT NULL DEFAULT x'',
    claimed  real,
    attempts integer NOT NULL DEFAULT 0
);
CREATE INDEX hooks_due ON hooks (table_id) WHERE told < moment;
