-- The five minutes in which a table is due. An index on the due time itself would grow with every
-- step, since every step moves it; the slot changes with one step in many, and the row can be
-- rewritten in place by all others. Nodes of the version before need not know it: the database
-- fills it in. `tables` is rewritten for that, which takes a second or two for a hundred thousand.
ALTER TABLE tables ADD COLUMN slot timestamptz
    GENERATED ALWAYS AS (date_bin('5 minutes', due, TIMESTAMPTZ '2000-01-01 00:00:00+00')) STORED;
CREATE INDEX tables_slot ON tables (slot) WHERE ticking;
DROP INDEX tables_ticking;

-- In the order of bytes, whatever the order of the database is: those who walk through all tables
-- have to come to the same place again.
CREATE INDEX tables_ids ON tables (id COLLATE "C");
