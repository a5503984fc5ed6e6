-- Home. Columns that have a value by themselves, and triggers that set them.

-- When to look whether somebody is to be told, or written to; 0: at once. NULL: not before something has happened.
-- Claims read only what is due, and only they set it to NULL.
ALTER TABLE taps ADD COLUMN due real DEFAULT 0;
CREATE INDEX taps_due ON taps (due) WHERE due IS NOT NULL;
ALTER TABLE mails ADD COLUMN due real DEFAULT 0;
CREATE INDEX mails_due ON mails (due) WHERE due IS NOT NULL;

CREATE TRIGGER waits_added AFTER INSERT ON waits BEGIN
    UPDATE taps SET due = 0 WHERE person = NEW.person;
    UPDATE mails SET due = 0 WHERE person = NEW.person AND NOT NEW.answered;
END;
CREATE TRIGGER waits_changed AFTER UPDATE OF moment ON waits BEGIN
    UPDATE taps SET due = 0 WHERE person = NEW.person;
    UPDATE mails SET due = 0 WHERE person = NEW.person AND NOT NEW.answered;
END;
CREATE TRIGGER waits_removed AFTER DELETE ON waits BEGIN
    UPDATE taps SET due = 0 WHERE person = OLD.person;
END;

-- Nothing looks for all of them any more.
DROP INDEX waits_fresh;
DROP INDEX taps_told;
