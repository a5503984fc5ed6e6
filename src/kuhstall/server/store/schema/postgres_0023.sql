-- Cell. Only what nodes of the version before need not know: a column that has a value by itself, and triggers that set it.

-- Whether retention has nothing left to do at a finished table: no refusal and no line of chat is there. It reads the others.
ALTER TABLE tables ADD COLUMN tidied boolean NOT NULL DEFAULT false;
CREATE INDEX tables_untidied ON tables (id) WHERE NOT tidied;

-- The names of the triggers come after those of foreign keys, which lock the table's row: so either the mark is seen here,
-- or the new row is seen before the table is marked.
CREATE FUNCTION note_untidied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE tables SET tidied = false WHERE id = NEW.table_id AND tidied;
    RETURN NULL;
END $$;
CREATE TRIGGER chat_untidied AFTER INSERT ON chat FOR EACH ROW EXECUTE FUNCTION note_untidied();
CREATE TRIGGER steps_untidied AFTER INSERT ON steps FOR EACH ROW WHEN (NEW.seq IS NULL) EXECUTE FUNCTION note_untidied();
