-- Only new tables: the version before can go on with a file that has them, and needs none of them.

-- Who played a game to its end, or sat there when it began. A table with rows here is kept for
-- ever. Nodes of the version before write none: whoever tidies up reads the log first.
CREATE TABLE finishers (
    table_id text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person   text NOT NULL,
    at       real NOT NULL,
    PRIMARY KEY (table_id, person)
);
CREATE INDEX finishers_person ON finishers (person);

-- Since when somebody is known to have no session: nobody can come back as them.
CREATE TABLE absences (
    person text PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    since  real NOT NULL
);

-- What one node does for all: who does it, or nobody, and until when no other node may begin.
CREATE TABLE chores (
    name   text PRIMARY KEY,
    holder text NOT NULL,
    until  real NOT NULL
);
