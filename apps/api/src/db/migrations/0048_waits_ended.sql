-- An interrupted attempt leaves an invalid index.
DROP INDEX CONCURRENTLY IF EXISTS "reservation_waits_ended";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "reservation_waits_ended" ON "reservation_waits" USING btree ("ended_at") WHERE "reservation_waits"."ended_at" is not null;
