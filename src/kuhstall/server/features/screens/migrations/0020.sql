-- Screens that show a table to a whole room. Only a table that 0.1.0 does not know: it can go on with a store that has it.

-- Secrets are stored as hashes. `code` and `token` pair the screen with a table, once; then they are NULL. Before that,
-- `expires` is the end of the code, and later the time at which a screen that was not used for long is forgotten.
CREATE TABLE screens (
    id       text PRIMARY KEY,
    secret   bytes NOT NULL UNIQUE,
    code     bytes UNIQUE,
    token    bytes UNIQUE,
    table_id text REFERENCES tables (id) ON DELETE CASCADE,
    browser  text NOT NULL,
    expires  time NOT NULL
);
CREATE INDEX screens_table ON screens (table_id);
CREATE INDEX screens_expires ON screens (expires);
