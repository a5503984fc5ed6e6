-- Only a new table: the version before can go on with a file that has it, and does not need it.

-- What people write to the host. Nothing here says who wrote: the table and the step are as their page named them.
CREATE TABLE reports (
    id       integer PRIMARY KEY AUTOINCREMENT,
    version  text NOT NULL,
    table_id text,
    step     integer,
    language text NOT NULL,
    body     text NOT NULL,
    at       real NOT NULL
);
