-- All of it home's, and only new tables: nodes of the version before need none of it.

-- Keys that people's devices have made: only the half that cannot open anything.
CREATE TABLE passkeys (
    id      bytea PRIMARY KEY,
    person  text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    public  bytea NOT NULL,
    counter bigint NOT NULL,
    name    text NOT NULL,
    added   timestamptz NOT NULL DEFAULT clock_timestamp(),
    used    timestamptz
);
CREATE INDEX passkeys_person ON passkeys (person);

-- The way back for whoever has lost every key. Hashes.
CREATE TABLE recovery_codes (
    code   bytea PRIMARY KEY,
    person text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    used   timestamptz
);
CREATE INDEX recovery_codes_person ON recovery_codes (person);

-- What may be brought once, and soon: what a key has to sign, and links for a second device. Hashes.
-- One that a crash loses costs another try.
CREATE UNLOGGED TABLE passes (
    pass    bytea PRIMARY KEY,
    kind    text NOT NULL,
    person  text,
    expires timestamptz NOT NULL
);
CREATE INDEX passes_expires ON passes (expires);
CREATE INDEX passes_person ON passes (person) WHERE person IS NOT NULL;

-- How a session began, if not as a guest's; when its owner last showed a key or a code; and which one
-- of the same browser it took the place of.
CREATE TABLE arrivals (
    token    bytea PRIMARY KEY REFERENCES sessions (token) ON DELETE CASCADE,
    way      text NOT NULL,
    browser  text NOT NULL,
    proven   timestamptz,
    replaced bytea
);
CREATE INDEX arrivals_replaced ON arrivals (replaced) WHERE replaced IS NOT NULL;
