-- Cell. What somebody would write into envelopes that are still to come. Only a new table: nodes of
-- the version before go on writing while this is made, and ask everybody themselves.
CREATE TABLE orders (
    table_id text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person   text NOT NULL,
    body     blob NOT NULL,
    PRIMARY KEY (table_id, person)
);
