-- Accounts.
CREATE TABLE notes (
    id     counter PRIMARY KEY,
    person text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    body   text NOT NULL,
    at     time NOT NULL
);
CREATE INDEX notes_person ON notes (person);
CREATE INDEX notes_at ON notes (at);
