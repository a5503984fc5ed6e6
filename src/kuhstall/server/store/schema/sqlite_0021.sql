-- Cell. Sealed answers can be changed and withdrawn until they are opened: each change is a row. Rows of the version before
-- are first revisions without a receipt. An empty action that is not opened yet withdraws the revision before it.
CREATE TABLE sealed_revisions (
    table_id text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    moment   integer NOT NULL,
    seat     integer NOT NULL,
    command  text NOT NULL,
    action   blob NOT NULL,
    opened   integer, -- the step that opened it: the answer to its command from then on
    revision integer NOT NULL DEFAULT 1,
    salt     blob NOT NULL DEFAULT x'',
    PRIMARY KEY (table_id, moment, seat, revision)
);
INSERT INTO sealed_revisions (table_id, moment, seat, command, action, opened)
SELECT table_id, moment, seat, command, action, opened FROM sealed;
DROP TABLE sealed;
ALTER TABLE sealed_revisions RENAME TO sealed;
CREATE INDEX sealed_readable ON sealed (table_id) WHERE opened IS NOT NULL AND action <> x'';
CREATE UNIQUE INDEX sealed_command ON sealed (table_id, moment, seat, command);

-- Home. The revision that was answered or withdrawn last: notes of two nodes may arrive in any order.
ALTER TABLE waits ADD COLUMN revision integer NOT NULL DEFAULT 0;
