-- Groups, in the accounts database. The version before does not know these tables, and can go on with a store that has them.

-- `joined` counts all who have ever joined: it numbers the members. `used`: the last day on which a member came.
CREATE TABLE groups (
    id     text PRIMARY KEY,
    name   text NOT NULL,
    preset bytes NOT NULL,
    joined integer NOT NULL,
    used   time NOT NULL
);
CREATE INDEX groups_used ON groups (used);

-- The link of a group, and those that it replaced: they admit no one, but members still come in by them.
CREATE TABLE group_links (
    code     text PRIMARY KEY,
    group_id text NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    current  boolean NOT NULL
);
CREATE INDEX group_links_group ON group_links (group_id);

-- Who was removed keeps a row, with that as the role, and cannot join again.
CREATE TABLE group_members (
    group_id text NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    person   text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    number   integer NOT NULL,
    role     text NOT NULL,
    seen     time NOT NULL,
    PRIMARY KEY (group_id, person),
    UNIQUE (group_id, number)
);
CREATE INDEX group_members_person ON group_members (person);

-- The tables of a group, as of the newest summary that came through the outbox; 0 before the first one.
CREATE TABLE group_tables (
    table_id text PRIMARY KEY,
    group_id text NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    seq      integer NOT NULL,
    running  boolean NOT NULL,
    poster   bytes NOT NULL,
    people   bytes NOT NULL,
    opened   time NOT NULL
);
CREATE INDEX group_tables_running ON group_tables (group_id, running, opened);
