-- Game nights of groups, in the accounts database. The version before does not know these tables, and can go on with a store that has them.

-- `every`: weeks between two nights, or 0. `remind`: when to remind those who come, and to plan the next night; none once that is done.
CREATE TABLE group_nights (
    id       text PRIMARY KEY,
    group_id text NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    starts   time NOT NULL,
    zone     text NOT NULL,
    every    integer NOT NULL,
    rounds   integer NOT NULL,
    round    integer NOT NULL,
    ended    boolean NOT NULL,
    remind   time
);
CREATE INDEX group_nights_group ON group_nights (group_id, starts);
CREATE INDEX group_nights_starts ON group_nights (starts);
CREATE INDEX group_nights_remind ON group_nights (remind) WHERE remind IS NOT NULL;

-- Who comes, and who is there. `lot`: drawn once, and decides where points do not. `remind`: to be told that the night is near.
CREATE TABLE group_night_guests (
    night_id text NOT NULL REFERENCES group_nights (id) ON DELETE CASCADE,
    person   text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    state    text NOT NULL,
    lot      integer NOT NULL,
    remind   boolean NOT NULL DEFAULT false,
    PRIMARY KEY (night_id, person)
);
CREATE INDEX group_night_guests_person ON group_night_guests (person);

-- The tables of a round, written before they are opened. `due`: when a node is to open it; none once that is done.
CREATE TABLE group_night_tables (
    table_id text PRIMARY KEY,
    night_id text NOT NULL REFERENCES group_nights (id) ON DELETE CASCADE,
    round    integer NOT NULL,
    number   integer NOT NULL,
    bots     integer NOT NULL,
    due      time
);
CREATE INDEX group_night_tables_night ON group_night_tables (night_id, round);
CREATE INDEX group_night_tables_due ON group_night_tables (due) WHERE due IS NOT NULL;

-- Who sits where. Results are not here: they are the rows of the history, one for each table and person.
CREATE TABLE group_night_seats (
    table_id text NOT NULL REFERENCES group_night_tables (table_id) ON DELETE CASCADE,
    person   text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    seat     integer NOT NULL,
    PRIMARY KEY (table_id, person)
);
CREATE INDEX group_night_seats_person ON group_night_seats (person);

-- The secret address of a member's calendar subscription.
CREATE TABLE group_calendars (
    token    text PRIMARY KEY,
    group_id text NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    person   text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    UNIQUE (group_id, person)
);
CREATE INDEX group_calendars_person ON group_calendars (person);
