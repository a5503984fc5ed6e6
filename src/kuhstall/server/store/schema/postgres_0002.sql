-- Only new tables: nodes of the version before go on writing while this is made, and need none of it.

-- Who played a game to its end, or sat there when it began. A table with rows here is kept for
-- ever. Nodes of the version before write none: whoever tidies up reads the log first.
CREATE TABLE finishers (
    table_id text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person   text NOT NULL,
    at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (table_id, person)
);
CREATE INDEX finishers_person ON finishers (person);

-- Since when somebody is known to have no session: nobody can come back as them.
CREATE TABLE absences (
    person text PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    since  timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- What one node does for all: who does it, or nobody, and until when no other node may begin.
CREATE TABLE chores (
    name   text PRIMARY KEY,
    holder text NOT NULL,
    until  timestamptz NOT NULL
);
