-- Lets a constraint say "the same member, and overlapping times". It is a trusted extension:
-- the owner of the database may create it without being a superuser.
CREATE EXTENSION IF NOT EXISTS btree_gist;
