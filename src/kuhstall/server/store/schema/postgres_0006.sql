-- Only what the version before need not know: a table, and columns that have a value by themselves.

-- A finished game in one row: all its steps but the newest, with the answers to its commands. The
-- newest stays where it is, so that whoever asks how far a table is need not look here.
CREATE TABLE archive (
    table_id text PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    log      bytea NOT NULL,
    refusals bytea,
    refused  timestamptz, -- the oldest refusal that is in it
    at       timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE archive ALTER COLUMN log SET STORAGE EXTERNAL; -- it is packed already

-- Up to which step the archive has a table; 0 if it has none of it. It is in the row that every
-- writer locks: so nobody writes to a table without knowing that some answers are elsewhere.
ALTER TABLE tables ADD COLUMN packed integer NOT NULL DEFAULT 0;

-- Which finished games are still to be packed. Nodes of the version before add theirs like all.
ALTER TABLE finishers ADD COLUMN packed boolean NOT NULL DEFAULT false;
CREATE INDEX finishers_unpacked ON finishers (table_id, at) WHERE NOT packed;
