-- Home. A new table, and columns that the version before neither reads nor writes.

-- Whom somebody does not want to sit with. Nobody but that person is told of it.
CREATE TABLE blocks (
    id     integer PRIMARY KEY,
    person text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    other  text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    at     real NOT NULL,
    UNIQUE (person, other)
);
CREATE INDEX blocks_other ON blocks (other);

-- A report may be about somebody, and have a line of chat with it, as it was said.
ALTER TABLE reports ADD COLUMN kind text;
ALTER TABLE reports ADD COLUMN about text;
ALTER TABLE reports ADD COLUMN line integer;
ALTER TABLE reports ADD COLUMN quote text;
