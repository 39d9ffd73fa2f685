"""The tables of a ledger, as numbered migrations. Triggers refuse all but new rows."""

from __future__ import annotations

import re

#: The number that distinguishes a ledger from other SQLite files.
APPLICATION_ID = 0x49524A4C

_FIRST = """
CREATE TABLE guideline (
    id INTEGER PRIMARY KEY,
    content TEXT NOT NULL CHECK (json_valid(content)),
    sha256 TEXT NOT NULL,
    recorded_at TEXT NOT NULL
) STRICT;

CREATE TABLE assessor (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
    kind TEXT NOT NULL CHECK (kind IN ('human', 'model', 'import', 'crowd')),
    role TEXT NOT NULL CHECK (role IN ('assessor', 'adjudicator', 'organiser')),
    affiliation TEXT,
    details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details)),
    recorded_at TEXT NOT NULL
) STRICT;

-- The newest row of an assessor counts; 'revoked' ends every sign-in.
CREATE TABLE credential (
    id INTEGER PRIMARY KEY,
    assessor INTEGER NOT NULL REFERENCES assessor,
    kind TEXT NOT NULL CHECK (kind IN ('link', 'password', 'revoked')),
    hash TEXT,
    recorded_at TEXT NOT NULL
) STRICT;

CREATE TABLE pool (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL UNIQUE,
    layout TEXT NOT NULL,
    manifest TEXT NOT NULL CHECK (json_valid(manifest)),
    recorded_at TEXT NOT NULL
) STRICT;

-- What is judged. `part` tells passages, pairs, answers or nuggets of one document apart.
CREATE TABLE unit (
    id INTEGER PRIMARY KEY,
    topic TEXT NOT NULL,
    doc TEXT NOT NULL,
    kind TEXT NOT NULL DEFAULT 'document'
        CHECK (kind IN ('document', 'passage', 'pair', 'answer', 'nugget')),
    part TEXT NOT NULL DEFAULT '',
    UNIQUE (topic, doc, kind, part)
) STRICT;

-- Where a unit comes from; `drawn` is 0 for what was in a draw and not taken.
CREATE TABLE pooled (
    pool INTEGER NOT NULL REFERENCES pool,
    unit INTEGER NOT NULL REFERENCES unit,
    batch INTEGER,
    stratum TEXT,
    probability REAL,
    drawn INTEGER NOT NULL CHECK (drawn IN (0, 1)),
    runs TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(runs)),
    groups TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(groups)),
    best_rank INTEGER,
    PRIMARY KEY (pool, unit)
) STRICT, WITHOUT ROWID;

-- Units whose grade is known: shown with feedback in training, or hidden among the others.
CREATE TABLE gold (
    id INTEGER PRIMARY KEY,
    unit INTEGER NOT NULL REFERENCES unit,
    dimension TEXT NOT NULL,
    value INTEGER NOT NULL,
    feedback TEXT,
    recorded_at TEXT NOT NULL,
    UNIQUE (unit, dimension)
) STRICT;

CREATE TABLE assignment (
    id INTEGER PRIMARY KEY,
    unit INTEGER NOT NULL REFERENCES unit,
    assessor INTEGER NOT NULL REFERENCES assessor,
    reason TEXT NOT NULL CHECK (
        reason IN ('pool', 'overlap', 'repeat', 'training', 'gold', 'adjudication', 'import')
    ),
    batch INTEGER,
    position INTEGER NOT NULL,
    recorded_at TEXT NOT NULL
) STRICT;
CREATE INDEX assignment_of_assessor ON assignment (assessor, position);
CREATE INDEX assignment_of_unit ON assignment (unit);

-- What happened, in the order of `id`; clocks are only told. `key` makes a repeated request one.
CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    assignment INTEGER NOT NULL REFERENCES assignment,
    actor INTEGER NOT NULL REFERENCES assessor,
    kind TEXT NOT NULL CHECK (kind IN ('judged', 'skipped', 'noted', 'undone', 'closed')),
    text TEXT,
    guideline INTEGER REFERENCES guideline,
    content_sha256 TEXT,
    undoes INTEGER UNIQUE REFERENCES event,
    source TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    shown_at TEXT,
    judged_at TEXT,
    active_ms INTEGER CHECK (active_ms >= 0),
    recorded_at TEXT NOT NULL,
    CHECK ((kind = 'undone') = (undoes IS NOT NULL))
) STRICT;
CREATE INDEX event_of_assignment ON event (assignment);

CREATE TABLE grade (
    event INTEGER NOT NULL REFERENCES event,
    dimension TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (event, dimension)
) STRICT, WITHOUT ROWID;

-- Relevant text in characters of the document's text; the best entry point has no length.
CREATE TABLE passage (
    event INTEGER NOT NULL REFERENCES event,
    number INTEGER NOT NULL,
    start INTEGER NOT NULL CHECK (start >= 0),
    length INTEGER NOT NULL CHECK (length >= 0),
    PRIMARY KEY (event, number)
) STRICT, WITHOUT ROWID;

-- A policy applied to the events up to `position` gives the bytes with this hash.
CREATE TABLE release (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    policy TEXT NOT NULL CHECK (json_valid(policy)),
    position INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    recorded_at TEXT NOT NULL
) STRICT;

-- The event that an assignment stands at: the newest that nobody took back.
CREATE VIEW standing AS
    SELECT assignment, max(id) AS event FROM event
    WHERE kind IN ('judged', 'skipped', 'closed')
    AND id NOT IN (SELECT undoes FROM event WHERE undoes IS NOT NULL)
    GROUP BY assignment;
"""

# Words to highlight; the newest of an assessor and a topic count.
_WORDS = """
CREATE TABLE words (
    id INTEGER PRIMARY KEY,
    assessor INTEGER NOT NULL REFERENCES assessor,
    topic TEXT NOT NULL,
    text TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    recorded_at TEXT NOT NULL
) STRICT;
CREATE INDEX words_of_assessor ON words (assessor, topic);
"""

# Documents that a strategy chose while people judged, in order: by the events up to `position`,
# among so many candidates of the topic.
_ASKED = """
CREATE TABLE asked (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    assignment INTEGER NOT NULL UNIQUE REFERENCES assignment,
    position INTEGER NOT NULL,
    candidates INTEGER NOT NULL
) STRICT;
"""

# Later changes of roles; the newest of a person counts.
_ROLES = """
CREATE TABLE role (
    id INTEGER PRIMARY KEY,
    assessor INTEGER NOT NULL REFERENCES assessor,
    role TEXT NOT NULL CHECK (role IN ('assessor', 'adjudicator', 'organiser')),
    recorded_at TEXT NOT NULL
) STRICT;

CREATE VIEW person AS
    SELECT s.id, s.name, s.kind, s.affiliation, s.details, coalesce(
        (SELECT r.role FROM role r WHERE r.assessor = s.id ORDER BY r.id DESC LIMIT 1), s.role
    ) AS role FROM assessor s;
"""

# Whether an assessor has repeats is queried with each document.
_REPEATS = """
CREATE INDEX assignment_again ON assignment (assessor) WHERE reason = 'repeat';
"""


def _append_only(tables: str) -> str:
    """Return the tables, with triggers that refuse changes of their rows."""
    return tables + "".join(
        f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}\n"
        f"BEGIN SELECT raise(ABORT, 'a ledger is only ever added to'); END;\n"
        for table in re.findall(r"CREATE TABLE (\w+)", tables)
        for verb in ("update", "delete")
    )


#: The scripts from each version to the next; a ledger's version is the number of them run.
MIGRATIONS: tuple[str, ...] = tuple(map(_append_only, (_FIRST, _WORDS, _ASKED, _ROLES, _REPEATS)))
