CREATE TABLE tables (
    id       text PRIMARY KEY,
    code     text NOT NULL UNIQUE,
    head     integer NOT NULL,
    due      timestamptz,
    ticking  boolean GENERATED ALWAYS AS (due IS NOT NULL) STORED,
    claimed  timestamptz,
    public   boolean NOT NULL,
    open     boolean NOT NULL DEFAULT true,
    closed   boolean NOT NULL DEFAULT false,
    listing  bytea NOT NULL,
    opened   timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50);
-- Every step moves the head and the due time of its table. As long as no index is about a column
-- that moves, and the page has room, the row is rewritten in place and no index grows.
CREATE INDEX tables_ticking ON tables (id) WHERE ticking;
CREATE INDEX tables_lobby ON tables (opened DESC) WHERE public AND open AND NOT closed;
CREATE INDEX tables_kept ON tables (opened DESC) WHERE NOT closed;

-- Who sits where. A closed table has no rows here, so the list of a person stays short.
CREATE TABLE members (
    table_id text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person   text NOT NULL,
    PRIMARY KEY (person, table_id)
);
CREATE INDEX members_table ON members (table_id);

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
    opened   integer, -- the step that opened it: the answer to its command from then on
    PRIMARY KEY (table_id, moment, seat)
);

CREATE TABLE secrets (
    table_id text PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    secret   bytea NOT NULL
);

-- Logs hold the id of a person only, so that a name can be forgotten.
CREATE TABLE people (
    id     text PRIMARY KEY,
    name   text NOT NULL,
    banned timestamptz
);
CREATE INDEX people_banned ON people (banned DESC) WHERE banned IS NOT NULL;

-- The token is a hash: whoever reads this table can be nobody.
CREATE TABLE sessions (
    token  bytea PRIMARY KEY,
    person text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    opened timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen   timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX sessions_person ON sessions (person);

-- A ticket that a crash loses costs one more request: not worth the wait for the disk.
CREATE UNLOGGED TABLE tickets (
    ticket   bytea PRIMARY KEY,
    table_id text NOT NULL,
    person   text,
    session  bytea,
    expires  timestamptz NOT NULL
);
CREATE INDEX tickets_expires ON tickets (expires);

CREATE TABLE chat (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id text NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person   text NOT NULL,
    command  text NOT NULL,
    seat     smallint,
    body     bytea NOT NULL,
    at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    UNIQUE (table_id, person, command)
);
CREATE INDEX chat_table ON chat (table_id, id);

CREATE TABLE mutes (
    person text NOT NULL,
    other  text NOT NULL,
    PRIMARY KEY (person, other)
);
