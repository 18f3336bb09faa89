DROP INDEX "link_failures_of_machine";--> statement-breakpoint
ALTER TABLE "link_failures" ADD COLUMN "address" text;--> statement-breakpoint
CREATE INDEX "link_failures_of_address" ON "link_failures" USING btree ("address","failed_at");