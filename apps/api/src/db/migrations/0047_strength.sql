CREATE TABLE "machine_offset_days" (
	"machine_id" integer NOT NULL,
	"gym_day" date NOT NULL,
	"workouts" integer NOT NULL,
	"precision" bigint NOT NULL,
	"weighted" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "machine_offsets" (
	"machine_id" integer PRIMARY KEY NOT NULL,
	"mean" real NOT NULL,
	"sd" real NOT NULL,
	"moved" real,
	"moved_since" date
);
--> statement-breakpoint
CREATE TABLE "strength_states" (
	"sub" uuid NOT NULL,
	"workout_type_id" smallint NOT NULL,
	"mean" real NOT NULL,
	"sd" real NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"workout_id" integer NOT NULL,
	"machine_id" integer NOT NULL,
	"machine_offset" real,
	CONSTRAINT "strength_states_sub_workout_type_id_pk" PRIMARY KEY("sub","workout_type_id")
);
--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "inspection_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "inspection_note" text;--> statement-breakpoint
ALTER TABLE "workouts" ADD COLUMN "strength_mean" real;--> statement-breakpoint
ALTER TABLE "workouts" ADD COLUMN "strength_sd" real;--> statement-breakpoint
ALTER TABLE "workouts" ADD COLUMN "planned_chance" real;--> statement-breakpoint
ALTER TABLE "workouts" ADD COLUMN "machine_offset" real;--> statement-breakpoint
ALTER TABLE "workouts" ADD COLUMN "offset_precision" integer;--> statement-breakpoint
ALTER TABLE "workouts" ADD COLUMN "offset_weighted" integer;--> statement-breakpoint
ALTER TABLE "workouts" ADD COLUMN "last_machine_id" integer;--> statement-breakpoint
ALTER TABLE "workouts" ADD COLUMN "last_offset_weighted" integer;--> statement-breakpoint
CREATE INDEX "machine_offset_days_of_machine" ON "machine_offset_days" USING btree ("machine_id","gym_day");
--> statement-breakpoint
-- The sums follow the workouts in the same transaction, whoever changes them. A row is added for each
-- change and none is updated, so that batches of workouts never wait for each other.
-- Each workout with evidence counts for its machine and for the one that the member used before.
CREATE FUNCTION "sum_offset_evidence"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO machine_offset_days (machine_id, gym_day, workouts, precision, weighted)
		SELECT m.id, gym_day, count(*), sum(offset_precision), sum(m.weighted)
		FROM added, LATERAL (VALUES (machine_id, offset_weighted), (last_machine_id, last_offset_weighted)) AS m (id, weighted)
		WHERE offset_precision IS NOT NULL GROUP BY 1, 2;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO machine_offset_days (machine_id, gym_day, workouts, precision, weighted)
		SELECT m.id, gym_day, -count(*), -sum(offset_precision), -sum(m.weighted)
		FROM removed, LATERAL (VALUES (machine_id, offset_weighted), (last_machine_id, last_offset_weighted)) AS m (id, weighted)
		WHERE offset_precision IS NOT NULL GROUP BY 1, 2;
	ELSE
		INSERT INTO machine_offset_days (machine_id, gym_day, workouts, precision, weighted)
		SELECT m.id, gym_day, sum(sign), sum(sign * offset_precision), sum(sign * m.weighted)
		FROM (SELECT machine_id, gym_day, offset_precision, offset_weighted, last_machine_id, last_offset_weighted, 1 AS sign FROM added
			UNION ALL SELECT machine_id, gym_day, offset_precision, offset_weighted, last_machine_id, last_offset_weighted, -1 FROM removed) AS moved,
			LATERAL (VALUES (machine_id, offset_weighted), (last_machine_id, last_offset_weighted)) AS m (id, weighted)
		WHERE offset_precision IS NOT NULL GROUP BY 1, 2
		HAVING sum(sign) <> 0 OR sum(sign * offset_precision) <> 0 OR sum(sign * m.weighted) <> 0;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "workouts_added_offsets" AFTER INSERT ON "workouts"
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "sum_offset_evidence"();
--> statement-breakpoint
CREATE TRIGGER "workouts_changed_offsets" AFTER UPDATE ON "workouts"
	REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "sum_offset_evidence"();
--> statement-breakpoint
CREATE TRIGGER "workouts_removed_offsets" AFTER DELETE ON "workouts"
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "sum_offset_evidence"();
