-- All of it home's, and only new tables: the version before can go on with a file that has them.

-- Keys that people's devices have made: only the half that cannot open anything.
CREATE TABLE passkeys (
    id      blob PRIMARY KEY,
    person  text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    public  blob NOT NULL,
    counter integer NOT NULL,
    name    text NOT NULL,
    added   real NOT NULL,
    used    real
);
CREATE INDEX passkeys_person ON passkeys (person);

-- The way back for whoever has lost every key. Hashes.
CREATE TABLE recovery_codes (
    code   blob PRIMARY KEY,
    person text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    used   real
);
CREATE INDEX recovery_codes_person ON recovery_codes (person);

-- What may be brought once, and soon: what a key has to sign, and links for a second device. Hashes.
CREATE TABLE passes (
    pass    blob PRIMARY KEY,
    kind    text NOT NULL,
    person  text,
    expires real NOT NULL
);
CREATE INDEX passes_expires ON passes (expires);
CREATE INDEX passes_person ON passes (person) WHERE person IS NOT NULL;

-- How a session began, if not as a guest's; when its owner last showed a key or a code; and which one
-- of the same browser it took the place of.
CREATE TABLE arrivals (
    token    text PRIMARY KEY REFERENCES sessions (token) ON DELETE CASCADE,
    way      text NOT NULL,
    browser  text NOT NULL,
    proven   real,
    replaced text
);
CREATE INDEX arrivals_replaced ON arrivals (replaced) WHERE replaced IS NOT NULL;
