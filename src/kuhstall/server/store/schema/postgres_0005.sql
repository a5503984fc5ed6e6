-- Sessions that have ended of late, so that nodes can close the sockets of those who are gone without
-- asking for everybody. A trigger writes it, for nodes of the version before too, and clears it: after
-- an hour nobody asks for it any more. What a crash loses is found when all are looked at, now and then.
CREATE UNLOGGED TABLE revocations (
    token bytea NOT NULL,
    at    timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX revocations_at ON revocations (at);

CREATE FUNCTION note_revocations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO revocations (token) SELECT token FROM ended;
    DELETE FROM revocations WHERE ctid IN (
        SELECT ctid FROM revocations WHERE at < now() - interval '1 hour'
        LIMIT 100 FOR UPDATE SKIP LOCKED);
    RETURN NULL;
END $$;
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions
    REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION note_revocations();
