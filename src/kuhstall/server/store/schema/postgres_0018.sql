-- A cell's. Only what the version before need not know: blank values, an index, and a column that has a value by itself.

-- What somebody handed in unseen stays unseen: once it is opened, only the step that opened it is needed. Nodes of the
-- version before still write opened ones that can be read; the index finds them, and is empty otherwise.
UPDATE sealed SET action = '' WHERE opened IS NOT NULL AND action <> '';
CREATE INDEX sealed_readable ON sealed (table_id) WHERE opened IS NOT NULL AND action <> '';

-- Whether no sealed action can be read in a packed game. Games of the version before are packed again, one by one.
ALTER TABLE archive ADD COLUMN cleared boolean NOT NULL DEFAULT false;
CREATE INDEX archive_readable ON archive (table_id) WHERE NOT cleared;

-- What was ordered in games that are over.
DELETE FROM orders WHERE table_id IN (SELECT table_id FROM finishers);
