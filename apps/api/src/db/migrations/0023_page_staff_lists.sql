DROP INDEX "machines_gym_id_index";--> statement-breakpoint
DROP INDEX "user_infos_nickname";--> statement-breakpoint
CREATE INDEX "machines_of_gym" ON "machines" USING btree ("gym_id","id");--> statement-breakpoint
CREATE INDEX "user_infos_by_nickname" ON "user_infos" USING btree (lower("nickname") text_pattern_ops,"sub");