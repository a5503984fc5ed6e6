CREATE TABLE tables (
    id       text PRIMARY KEY,
    code     text NOT NULL UNIQUE,
    head     integer NOT NULL,
    due      timestamptz,
    claimed  timestamptz,
    public   boolean NOT NULL,
    open     boolean NOT NULL DEFAULT true,
    listing  bytea NOT NULL,
    opened   timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_lobby ON tables (opened DESC) WHERE public AND open;

-- One row a decision. The first unique key is the fence between nodes. The second answers a
-- command once and for all: a refusal is a row without a number, so that no command can be both
-- refused and a step, and no client's id can block another actor's.
CREATE TABLE steps (
    table_id text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq      integer,
    actor    smallint NOT NULL,
    command  text NOT NULL,
    events   bytea,
    due      timestamptz,
    refusal  text,
    at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (table_id, seq),
    UNIQUE (table_id, actor, command),
    CHECK ((seq IS NULL) = (refusal IS NOT NULL) AND (seq IS NULL) = (events IS NULL))
);

-- Sealed actions have no number: that there is one must not show.
CREATE TABLE sealed (
    table_id text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    moment   integer NOT NULL,
    seat     smallint NOT NULL,
    command  text NOT NULL,
    action   bytea NOT NULL,
    PRIMARY KEY (table_id, moment, seat)
);

CREATE TABLE secrets (
    table_id text PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    secret   bytea NOT NULL
);
