-- Only what the version before need not know: a column that has a value by itself, and triggers that set it.

-- Whether retention has nothing left to do at a finished table: no refusal and no line of chat is there. It reads the others.
ALTER TABLE tables ADD COLUMN tidied integer NOT NULL DEFAULT 0;
CREATE INDEX tables_untidied ON tables (id) WHERE NOT tidied;

CREATE TRIGGER chat_untidied AFTER INSERT ON chat BEGIN
    UPDATE tables SET tidied = 0 WHERE id = NEW.table_id AND tidied;
END;
CREATE TRIGGER steps_untidied AFTER INSERT ON steps WHEN NEW.seq IS NULL BEGIN
    UPDATE tables SET tidied = 0 WHERE id = NEW.table_id AND tidied;
END;
