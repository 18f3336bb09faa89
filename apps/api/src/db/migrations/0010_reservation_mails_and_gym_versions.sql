ALTER TABLE "gyms" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "gyms" ADD COLUMN "draft_id" uuid;--> statement-breakpoint
ALTER TABLE "training_reservations" ADD COLUMN "email" text;--> statement-breakpoint
CREATE INDEX "training_reservations_with_address" ON "training_reservations" USING btree ("ends_at","id") WHERE "training_reservations"."email" is not null;--> statement-breakpoint
CREATE INDEX "training_reservations_to_tell" ON "training_reservations" USING btree ("cancelled_at","id") WHERE "training_reservations"."cancelled_at" is not null and "training_reservations"."email" is not null;--> statement-breakpoint
ALTER TABLE "gyms" ADD CONSTRAINT "gyms_draft_id_unique" UNIQUE("draft_id");