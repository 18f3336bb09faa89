ALTER TABLE "training_session_search" ADD COLUMN "favorite_count" integer;--> statement-breakpoint
UPDATE "training_session_search" AS found SET "favorite_count" = session."favorite_count"
FROM "training_sessions" AS session WHERE session."id" = found."training_session_id";--> statement-breakpoint
ALTER TABLE "training_session_search" ALTER COLUMN "favorite_count" SET NOT NULL;--> statement-breakpoint
-- Room on each page, so that a row with another count stays there and no index is written again.
ALTER TABLE "training_session_search" SET (fillfactor = 85);
