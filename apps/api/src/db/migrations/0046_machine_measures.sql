ALTER TABLE "machines" ADD COLUMN "description" jsonb;--> statement-breakpoint
ALTER TABLE "workout_sets" ADD COLUMN "start_ms" integer;--> statement-breakpoint
ALTER TABLE "workout_sets" ADD COLUMN "seat" smallint;--> statement-breakpoint
ALTER TABLE "workout_sets" ADD COLUMN "rep_start_ms" integer[];--> statement-breakpoint
ALTER TABLE "workout_sets" ADD COLUMN "rep_measures" smallint[][];--> statement-breakpoint
ALTER TABLE "workout_sets" ADD COLUMN "failed_reps" jsonb;