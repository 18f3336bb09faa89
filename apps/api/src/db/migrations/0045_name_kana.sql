ALTER TABLE "membership_requests" ADD COLUMN "name_kana" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "name_kana" text;--> statement-breakpoint
CREATE INDEX "memberships_search_kana_parts" ON "memberships" USING gin (search_grams(search_name("name_kana"))) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "memberships_search_kana_initials" ON "memberships" USING gin ((array[left(search_name("name_kana"), 1), left(search_name(split_part("name_kana", ' ', 2)), 1)])) WITH (fastupdate=false);