-- Home. Only what nodes of the version before need not know: columns that have a value by themselves, and triggers that set them.

-- When to look whether somebody is to be told, or written to. NULL: not before something has happened.
-- Claims read only what is due, and only they set it to NULL.
ALTER TABLE taps ADD COLUMN due timestamptz DEFAULT now();
CREATE INDEX taps_due ON taps (due) WHERE due IS NOT NULL;
ALTER TABLE mails ADD COLUMN due timestamptz DEFAULT now();
CREATE INDEX mails_due ON mails (due) WHERE due IS NOT NULL;

-- The row of the person is locked before that of their taps, as by whoever removes a person, and the taps before the wait.
CREATE FUNCTION note_wait() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        UPDATE taps SET due = now() WHERE person = OLD.person;
        RETURN NULL;
    END IF;
    PERFORM FROM people WHERE id = NEW.person FOR KEY SHARE;
    UPDATE taps SET due = now() WHERE person = NEW.person;
    IF NOT NEW.answered THEN
        UPDATE mails SET due = now() WHERE person = NEW.person;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER waits_added BEFORE INSERT ON waits FOR EACH ROW EXECUTE FUNCTION note_wait();
CREATE TRIGGER waits_removed AFTER DELETE ON waits FOR EACH ROW EXECUTE FUNCTION note_wait();

-- Nothing looks for all of them any more.
DROP INDEX waits_fresh;
DROP INDEX taps_told;
