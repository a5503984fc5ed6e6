-- Sessions that have ended of late, so that sockets of those who are gone can be closed without asking
-- for everybody. A trigger writes it, and clears it: after an hour nobody asks for it any more.
CREATE TABLE revocations (
    token text NOT NULL,
    at    real NOT NULL
);
CREATE INDEX revocations_at ON revocations (at);
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions BEGIN
    INSERT INTO revocations VALUES (old.token, (julianday('now') - 2440587.5) * 86400.0);
    DELETE FROM revocations WHERE at < (julianday('now') - 2440587.5) * 86400.0 - 3600;
END;
