-- Home. Only a new table, which the version before need not know.

-- How often somebody tries a code, a link or a key: when the bucket of a caller is full again. A slot is a number below
-- a limit, made of a caller's address with a secret, so there are only so many rows and none names an address. After a
-- crash it is empty.
CREATE UNLOGGED TABLE attempts (
    slot    integer PRIMARY KEY,
    full_at timestamptz NOT NULL
);
CREATE INDEX attempts_full_at ON attempts (full_at);
