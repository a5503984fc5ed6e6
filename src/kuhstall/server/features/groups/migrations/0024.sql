-- The results of groups, in the accounts database. The version before does not know these tables, and can go on with a store that has them.

-- A finished game: of a table (its id), or on a paper score sheet (`paper-` and the id of the sheet). `last` is the lowest place, `people` how many
-- people have played: both stay when one of them is erased. A sheet that is disputed is not `counted`. `noted`: when it became known here.
CREATE TABLE group_results (
    id       text PRIMARY KEY,
    group_id text NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    game     text NOT NULL,
    edition  text NOT NULL,
    at       time NOT NULL,
    noted    time NOT NULL,
    seats    integer NOT NULL,
    last     integer NOT NULL,
    people   integer NOT NULL,
    paper    boolean NOT NULL,
    counted  boolean NOT NULL
);
CREATE INDEX group_results_at ON group_results (group_id, at, id);

-- The seats of a game. One who is not known here has no row: the row of a person goes with them.
CREATE TABLE group_players (
    result_id text NOT NULL REFERENCES group_results (id) ON DELETE CASCADE,
    seat      integer NOT NULL,
    person    text REFERENCES people (id) ON DELETE CASCADE,
    bot       text NOT NULL,
    place     integer NOT NULL,
    points    integer,
    PRIMARY KEY (result_id, seat)
);
CREATE INDEX group_players_person ON group_players (person);

-- Who has entered a sheet, and who disputes it.
CREATE TABLE group_marks (
    result_id text NOT NULL REFERENCES group_results (id) ON DELETE CASCADE,
    mark      text NOT NULL,
    person    text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    PRIMARY KEY (result_id, mark)
);
CREATE INDEX group_marks_person ON group_marks (person);

-- Sums over the games that count, so that a page reads as much after many games as after few.
CREATE TABLE group_scores (
    group_id text NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    season   integer NOT NULL,
    person   text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    games    integer NOT NULL,
    won      integer NOT NULL,
    points   integer NOT NULL,
    PRIMARY KEY (group_id, season, person)
);
CREATE INDEX group_scores_person ON group_scores (person);
CREATE TABLE group_meetings (
    group_id text NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    person   text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    rival    text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    games    integer NOT NULL,
    ahead    integer NOT NULL,
    behind   integer NOT NULL,
    PRIMARY KEY (group_id, person, rival)
);
CREATE INDEX group_meetings_person ON group_meetings (person);
CREATE INDEX group_meetings_rival ON group_meetings (rival);

-- A group that wants ratings has a row here: its last game that is rated, and how many ratings there were then. `restart`: an earlier game has changed,
-- and all are rated anew.
CREATE TABLE group_rated (
    group_id  text PRIMARY KEY REFERENCES groups (id) ON DELETE CASCADE,
    version   integer NOT NULL,
    restart   boolean NOT NULL,
    at        time NOT NULL,
    result_id text NOT NULL,
    rated     integer NOT NULL
);
CREATE TABLE group_ratings (
    group_id text NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    game     text NOT NULL,
    person   text NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    mu       float8 NOT NULL,
    sigma    float8 NOT NULL,
    games    integer NOT NULL,
    PRIMARY KEY (group_id, game, person)
);
CREATE INDEX group_ratings_person ON group_ratings (person);
