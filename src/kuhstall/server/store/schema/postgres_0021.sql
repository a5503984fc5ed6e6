-- Cell. Sealed answers can be changed and withdrawn until they are opened: each change is a row. Rows of the version before
-- are first revisions without a receipt. An empty action that is not opened yet withdraws the revision before it.
ALTER TABLE sealed ADD COLUMN revision integer NOT NULL DEFAULT 1;
ALTER TABLE sealed ADD COLUMN salt bytea NOT NULL DEFAULT '';
ALTER TABLE sealed DROP CONSTRAINT sealed_pkey;
ALTER TABLE sealed ADD PRIMARY KEY (table_id, moment, seat, revision);
CREATE UNIQUE INDEX sealed_command ON sealed (table_id, moment, seat, command);

-- Home. The revision that was answered or withdrawn last: notes of two nodes may arrive in any order.
ALTER TABLE waits ADD COLUMN revision integer NOT NULL DEFAULT 0;
