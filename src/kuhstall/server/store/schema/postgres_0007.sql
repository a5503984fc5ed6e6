-- Only new tables: nodes of the version before go on writing while this is made, and need none of it.

-- Cell. What others are to hear of a table, as of its newest step that is news. It says all of it, so
-- it takes the place of what nobody has passed on yet: while home is away, it does not pile up.
CREATE TABLE news (
    table_id text PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    seq      integer NOT NULL,
    mark     bytea NOT NULL,
    body     bytea NOT NULL,
    claimed  timestamptz,
    at       timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX news_at ON news (at);

-- Home. Up to which step it has heard of a table. The table itself may be in another database.
CREATE TABLE heard (
    table_id text PRIMARY KEY,
    seq      integer NOT NULL,
    mark     bytea NOT NULL,
    at       timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX heard_at ON heard (at);

-- Home. Which slow tables wait for whom, and until when. Whoever has answered in secret is not
-- awaited any more, though no step says so until all have.
CREATE TABLE waits (
    person   text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    table_id text NOT NULL,
    moment   integer NOT NULL,
    until    timestamptz,
    answered boolean NOT NULL DEFAULT false,
    PRIMARY KEY (person, table_id)
);
CREATE INDEX waits_table ON waits (table_id);
