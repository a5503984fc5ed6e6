-- Home. Only a new table, which the version before need not know.

-- Addresses that are never to be written to again, as whoever reads their mail has said. Only their digests, and no
-- person: it stays whoever gives such an address, and when they leave.
CREATE TABLE unwanted (
    digest blob PRIMARY KEY
);
