CREATE TABLE "machine_offset_days" (
	"machine_id" integer NOT NULL,
	"gym_day" date NOT NULL,
	"workouts" integer NOT NULL,
	"precision" bigint NOT NULL,
	"weighted" bigint NOT NULL,
	CONSTRAINT "machine_offset_days_machine_id_gym_day_pk" PRIMARY KEY("machine_id","gym_day")
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
-- The sums follow the workouts in the same transaction, whoever changes them. Each statement locks
-- its rows by machine and day, so that two batches of workouts do not wait for each other in a circle.
CREATE FUNCTION "add_offset_evidence"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO machine_offset_days AS d (machine_id, gym_day, workouts, precision, weighted)
	SELECT machine_id, gym_day, count(*), sum(offset_precision), sum(offset_weighted)
	FROM added WHERE offset_precision IS NOT NULL
	GROUP BY 1, 2 ORDER BY 1, 2
	ON CONFLICT (machine_id, gym_day) DO UPDATE SET workouts = d.workouts + excluded.workouts,
		precision = d.precision + excluded.precision, weighted = d.weighted + excluded.weighted;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "change_offset_evidence"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed record;
BEGIN
	FOR changed IN
		INSERT INTO machine_offset_days AS d (machine_id, gym_day, workouts, precision, weighted)
		SELECT machine_id, gym_day, sum(sign), sum(sign * offset_precision), sum(sign * offset_weighted)
		FROM (SELECT machine_id, gym_day, offset_precision, offset_weighted, 1 AS sign FROM added
			UNION ALL SELECT machine_id, gym_day, offset_precision, offset_weighted, -1 FROM removed) AS moved
		WHERE offset_precision IS NOT NULL
		GROUP BY 1, 2
		HAVING sum(sign) <> 0 OR sum(sign * offset_precision) <> 0 OR sum(sign * offset_weighted) <> 0
		ORDER BY 1, 2
		ON CONFLICT (machine_id, gym_day) DO UPDATE SET workouts = d.workouts + excluded.workouts,
			precision = d.precision + excluded.precision, weighted = d.weighted + excluded.weighted
		RETURNING machine_id, gym_day, workouts
	LOOP
		CONTINUE WHEN changed.workouts <> 0;
		DELETE FROM machine_offset_days
		WHERE machine_id = changed.machine_id AND gym_day = changed.gym_day;
	END LOOP;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "remove_offset_evidence"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed record;
BEGIN
	FOR changed IN
		INSERT INTO machine_offset_days AS d (machine_id, gym_day, workouts, precision, weighted)
		SELECT machine_id, gym_day, -count(*), -sum(offset_precision), -sum(offset_weighted)
		FROM removed WHERE offset_precision IS NOT NULL
		GROUP BY 1, 2 ORDER BY 1, 2
		ON CONFLICT (machine_id, gym_day) DO UPDATE SET workouts = d.workouts + excluded.workouts,
			precision = d.precision + excluded.precision, weighted = d.weighted + excluded.weighted
		RETURNING machine_id, gym_day, workouts
	LOOP
		CONTINUE WHEN changed.workouts <> 0;
		DELETE FROM machine_offset_days
		WHERE machine_id = changed.machine_id AND gym_day = changed.gym_day;
	END LOOP;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "workouts_added_offsets" AFTER INSERT ON "workouts"
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "add_offset_evidence"();
--> statement-breakpoint
CREATE TRIGGER "workouts_changed_offsets" AFTER UPDATE ON "workouts"
	REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "change_offset_evidence"();
--> statement-breakpoint
CREATE TRIGGER "workouts_removed_offsets" AFTER DELETE ON "workouts"
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "remove_offset_evidence"();
