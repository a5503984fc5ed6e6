-- Accounts. Only tables that 0.1.0 does not know, so its nodes go on while this is applied.

-- One queue for push messages, mails and webhooks. There is one row for each recipient: a person, or a table for a webhook.
-- It says when to look at them next (`due`; NULL: not before something has happened), and not what to send: that follows
-- from what waits at that time. `generation` grows with every change and every claim. `claimed` is the one of the latest
-- claim, which lasts until `lease`.
CREATE TABLE deliveries (
    kind       text NOT NULL,
    recipient  text NOT NULL,
    generation bigint NOT NULL DEFAULT 0,
    due        timestamptz,
    attempts   smallint NOT NULL DEFAULT 0,
    lease      timestamptz,
    claimed    bigint,
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
    body             bytea NOT NULL DEFAULT '',
    failing_since    timestamptz,
    last_error       text NOT NULL DEFAULT '',
    disabled         boolean NOT NULL DEFAULT false
);
CREATE INDEX webhooks_person ON webhooks (person);

-- Until now they were in the tables database, which was always the same one.
INSERT INTO webhooks (table_id, code, address, person, moment, delivered_moment, body)
SELECT table_id, code, address, person, moment, told, body FROM hooks JOIN tables ON tables.id = table_id
WHERE person IN (SELECT id FROM people);
DROP TABLE hooks;

INSERT INTO deliveries (kind, recipient, due)
SELECT 'push', person, now() FROM taps
UNION ALL SELECT 'mail', person, now() FROM mails
UNION ALL SELECT 'webhook', table_id, CASE WHEN delivered_moment < moment THEN now() END FROM webhooks;

DROP TRIGGER waits_added ON waits;
DROP TRIGGER waits_removed ON waits;
ALTER TABLE taps DROP COLUMN claimed, DROP COLUMN attempts, DROP COLUMN due;
ALTER TABLE mails DROP COLUMN claimed, DROP COLUMN attempts, DROP COLUMN due;

-- Whoever writes a wait has locked these rows before. A mail can be sent an hour after a wait has begun.
CREATE OR REPLACE FUNCTION note_wait() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    one waits;
BEGIN
    IF TG_OP = 'DELETE' THEN one := OLD; ELSE one := NEW; END IF;
    UPDATE deliveries SET generation = generation + 1, attempts = 0, due = now()
    WHERE kind = 'push' AND recipient = one.person;
    IF TG_OP <> 'DELETE' AND NOT one.answered THEN
        UPDATE deliveries SET generation = generation + 1, due = least(due, one.since + interval '1 hour')
        WHERE kind = 'mail' AND recipient = one.person;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER waits_added AFTER INSERT ON waits FOR EACH ROW EXECUTE FUNCTION note_wait();
CREATE TRIGGER waits_changed AFTER UPDATE OF moment, answered ON waits FOR EACH ROW
    WHEN (OLD.moment <> NEW.moment OR OLD.answered <> NEW.answered) EXECUTE FUNCTION note_wait();
CREATE TRIGGER waits_removed AFTER DELETE ON waits FOR EACH ROW EXECUTE FUNCTION note_wait();

-- A recipient who is removed needs no deliveries, however they were removed.
CREATE FUNCTION drop_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM deliveries WHERE kind = TG_ARGV[0] AND recipient = to_jsonb(OLD) ->> TG_ARGV[1];
    RETURN NULL;
END $$;
CREATE TRIGGER taps_removed AFTER DELETE ON taps FOR EACH ROW EXECUTE FUNCTION drop_delivery('push', 'person');
CREATE TRIGGER mails_removed AFTER DELETE ON mails FOR EACH ROW EXECUTE FUNCTION drop_delivery('mail', 'person');
CREATE TRIGGER webhooks_removed AFTER DELETE ON webhooks FOR EACH ROW EXECUTE FUNCTION drop_delivery('webhook', 'table_id');
