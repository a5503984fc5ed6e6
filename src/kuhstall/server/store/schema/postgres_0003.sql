-- Only a new table: nodes of the version before go on writing while this is made, and need none of it.

-- What people write to the host. Nothing here says who wrote: the table and the step are as their page named them.
CREATE TABLE reports (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    version  text NOT NULL,
    table_id text,
    step     integer,
    language text NOT NULL,
    body     text NOT NULL,
    at       timestamptz NOT NULL DEFAULT clock_timestamp()
);
