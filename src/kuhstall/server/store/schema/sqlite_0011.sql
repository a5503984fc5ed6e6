-- Home. Only a new table: the version before need not know it, and writes none of it.

-- How a game ended for somebody. It follows from the log of its table and can be made again from that.
CREATE TABLE played (
    person   text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    table_id text NOT NULL,
    at       real NOT NULL,
    game     text NOT NULL,
    edition  text NOT NULL,
    place    integer NOT NULL,
    points   integer NOT NULL,
    won      integer NOT NULL,
    figures  blob NOT NULL,
    players  blob NOT NULL,
    PRIMARY KEY (person, table_id)
);
CREATE INDEX played_at ON played (person, at, table_id);
CREATE INDEX played_table ON played (table_id);
