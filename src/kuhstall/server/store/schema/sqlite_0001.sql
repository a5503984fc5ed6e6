CREATE TABLE tables (
    id       text PRIMARY KEY,
    code     text NOT NULL UNIQUE,
    head     integer NOT NULL,
    due      real,
    claimed  real,
    public   integer NOT NULL,
    open     integer NOT NULL DEFAULT 1,
    listing  blob NOT NULL,
    opened   real NOT NULL
);
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE INDEX tables_lobby ON tables (opened DESC) WHERE public AND open;

-- One row a decision. The first unique key is the fence between nodes. The second answers a
-- command once and for all: a refusal is a row without a number, so that no command can be both
-- refused and a step, and no client's id can block another actor's.
CREATE TABLE steps (
    table_id text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq      integer,
    actor    integer NOT NULL,
    command  text NOT NULL,
    events   blob,
    due      real,
    refusal  text,
    at       real NOT NULL,
    UNIQUE (table_id, seq),
    UNIQUE (table_id, actor, command),
    CHECK ((seq IS NULL) = (refusal IS NOT NULL) AND (seq IS NULL) = (events IS NULL))
);

-- Sealed actions have no number: that there is one must not show.
CREATE TABLE sealed (
    table_id text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    moment   integer NOT NULL,
    seat     integer NOT NULL,
    command  text NOT NULL,
    action   blob NOT NULL,
    PRIMARY KEY (table_id, moment, seat)
);

CREATE TABLE secrets (
    table_id text PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    secret   blob NOT NULL
);
