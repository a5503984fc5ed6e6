-- Accounts. Only tables that 0.1.0 does not know: it can go on with a file that has them.

-- One queue for push messages, mails and webhooks. There is one row for each recipient: a person, or a table for a webhook.
-- It says when to look at them next (`due`; 0: at once; NULL: not before something has happened), and not what to send: that
-- follows from what waits at that time. `generation` grows with every change and every claim. `claimed` is the one of the
-- latest claim, which lasts until `lease`.
CREATE TABLE deliveries (
    kind       text NOT NULL,
    recipient  text NOT NULL,
    generation integer NOT NULL DEFAULT 0,
    due        real,
    attempts   integer NOT NULL DEFAULT 0,
    lease      real,
    claimed    integer,
    PRIMARY KEY (kind, recipient)
);
CREATE INDEX deliveries_due ON deliveries (due, kind) WHERE due IS NOT NULL;

-- The webhook of a table, and who has set it. `moment` is the newest to be delivered, `delivered_moment` the newest that
-- was delivered, or given up. The table itself may be in another database.
CREATE TABLE webhooks (
    table_id         text PRIMARY KEY,
    code             text NOT NULL,
    address          text NOT NULL,
    person           text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    moment           integer NOT NULL DEFAULT -1,
    delivered_moment integer NOT NULL DEFAULT -1,
    body             blob NOT NULL DEFAULT x'',
    failing_since    real,
    last_error       text NOT NULL DEFAULT '',
    disabled         integer NOT NULL DEFAULT 0
);
CREATE INDEX webhooks_person ON webhooks (person);

-- Until now they were in the tables database, which was always the same one.
INSERT INTO webhooks (table_id, code, address, person, moment, delivered_moment, body)
SELECT table_id, code, address, person, moment, told, body FROM hooks JOIN tables ON tables.id = table_id
WHERE person IN (SELECT id FROM people);
DROP TABLE hooks;

INSERT INTO deliveries (kind, recipient, due)
SELECT 'push', person, 0 FROM taps
UNION ALL SELECT 'mail', person, 0 FROM mails
UNION ALL SELECT 'webhook', table_id, CASE WHEN delivered_moment < moment THEN 0 END FROM webhooks;

DROP TRIGGER waits_added;
DROP TRIGGER waits_changed;
DROP TRIGGER waits_removed;
DROP INDEX taps_due;
DROP INDEX mails_due;
ALTER TABLE taps DROP COLUMN claimed;
ALTER TABLE taps DROP COLUMN attempts;
ALTER TABLE taps DROP COLUMN due;
ALTER TABLE mails DROP COLUMN claimed;
ALTER TABLE mails DROP COLUMN attempts;
ALTER TABLE mails DROP COLUMN due;

-- A mail can be sent an hour after a wait has begun.
CREATE TRIGGER waits_added AFTER INSERT ON waits BEGIN
    UPDATE deliveries SET generation = generation + 1, attempts = 0, due = 0
    WHERE kind = 'push' AND recipient = NEW.person;
    UPDATE deliveries SET generation = generation + 1, due = min(coalesce(due, NEW.since + 3600), NEW.since + 3600)
    WHERE kind = 'mail' AND recipient = NEW.person AND NOT NEW.answered;
END;
CREATE TRIGGER waits_changed AFTER UPDATE OF moment, answered ON waits
WHEN OLD.moment <> NEW.moment OR OLD.answered <> NEW.answered BEGIN
    UPDATE deliveries SET generation = generation + 1, attempts = 0, due = 0
    WHERE kind = 'push' AND recipient = NEW.person;
    UPDATE deliveries SET generation = generation + 1, due = min(coalesce(due, NEW.since + 3600), NEW.since + 3600)
    WHERE kind = 'mail' AND recipient = NEW.person AND NOT NEW.answered;
END;
CREATE TRIGGER waits_removed AFTER DELETE ON waits BEGIN
    UPDATE deliveries SET generation = generation + 1, attempts = 0, due = 0
    WHERE kind = 'push' AND recipient = OLD.person;
END;

-- A recipient who is removed needs no deliveries, however they were removed.
CREATE TRIGGER taps_removed AFTER DELETE ON taps BEGIN
    DELETE FROM deliveries WHERE kind = 'push' AND recipient = OLD.person;
END;
CREATE TRIGGER mails_removed AFTER DELETE ON mails BEGIN
    DELETE FROM deliveries WHERE kind = 'mail' AND recipient = OLD.person;
END;
CREATE TRIGGER webhooks_removed AFTER DELETE ON webhooks BEGIN
    DELETE FROM deliveries WHERE kind = 'webhook' AND recipient = OLD.table_id;
END;
