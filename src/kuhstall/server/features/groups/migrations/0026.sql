-- Mails before game nights, in the accounts database. The version before sends push messages only.

-- `mail`: to be told by mail that the night is near, as `remind` is by a push message.
ALTER TABLE group_night_guests ADD COLUMN mail boolean NOT NULL DEFAULT false;
