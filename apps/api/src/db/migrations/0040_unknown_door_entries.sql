ALTER TABLE "door_entries" ALTER COLUMN "sub" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "door_entries_of_gym" ON "door_entries" USING btree ("gym_id","entered_at");