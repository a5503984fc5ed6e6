-- Banned ranges of addresses, in the accounts database. The version before does not know this table, and lets them in.

CREATE TABLE address_bans (
    network text PRIMARY KEY,
    why     text NOT NULL,
    begun   time NOT NULL,
    ends    time NOT NULL
);
CREATE INDEX address_bans_ends ON address_bans (ends);
