-- All of it a cell's. Only what nodes of the version before need not know: indexes, and a column that has a value by
-- itself.

-- Whoever leaves for good takes along what they have said and ordered: it is found by the person.
CREATE INDEX chat_person ON chat (person);
CREATE INDEX orders_person ON orders (person);

-- Who has given the address; empty where a version before has written it.
ALTER TABLE hooks ADD COLUMN person text NOT NULL DEFAULT '';
