-- Only what the version before need not know: a table, and a column that has a value by itself.

-- A finished game in one row: all its steps but the newest, with the answers to its commands. The
-- newest stays where it is, so that whoever asks how far a table is need not look here.
CREATE TABLE archive (
    table_id text PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    log      blob NOT NULL,
    refusals blob,
    refused  real, -- the oldest refusal that is in it
    at       real NOT NULL
);

-- Up to which step the archive has a table. 0 if it has none of it.
ALTER TABLE tables ADD COLUMN packed integer NOT NULL DEFAULT 0;
CREATE INDEX tables_loose ON tables (id) WHERE packed < head - 1;
