-- Session tokens become bytes, as in PostgreSQL: they were hexadecimal text.
-- A version before this one finds none of the sessions in this file.
PRAGMA defer_foreign_keys = ON;
UPDATE sessions SET token = unhex(token);
UPDATE arrivals SET token = unhex(token), replaced = unhex(replaced);
UPDATE revocations SET token = unhex(token);
