-- Trigrams find a part of a Japanese word by an index; btree_gist lets a constraint say
-- "the same machine or member, and overlapping times". Both are trusted extensions: the
-- owner of the database may create them without being a superuser.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;
