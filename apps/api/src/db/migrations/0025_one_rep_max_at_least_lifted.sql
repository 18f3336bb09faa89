-- An estimated 1RM is never below the largest load that was really lifted. Rows stored before that
-- rule get the load itself, lifted once at least; flags and bests follow as the ingest keeps them.
UPDATE "workouts" SET "one_rep_max_hg" = "max_hg", "one_rep_max_reps" = 1
WHERE "one_rep_max_hg" < "max_hg";
--> statement-breakpoint
WITH "firm" AS (
  SELECT "id", "sub", "workout_type_id", "started_at",
    CASE WHEN "one_rep_max_reps" <= 10 THEN "one_rep_max_hg" END AS "hg"
  FROM "workouts"
), "judged" AS (
  SELECT "id", coalesce("hg" > max("hg") OVER (
    PARTITION BY "sub", "workout_type_id" ORDER BY "started_at", "id"
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
  ), false) AS "is_best"
  FROM "firm"
)
UPDATE "workouts" SET "is_one_rep_max_best" = "judged"."is_best"
FROM "judged"
WHERE "judged"."id" = "workouts"."id" AND "workouts"."is_one_rep_max_best" <> "judged"."is_best";
--> statement-breakpoint
WITH "best" AS (
  SELECT DISTINCT ON ("sub", "workout_type_id")
    "sub", "workout_type_id", "id", "started_at", "one_rep_max_hg", "one_rep_max_reps"
  FROM "workouts" WHERE "one_rep_max_reps" <= 10
  ORDER BY "sub", "workout_type_id", "one_rep_max_hg" DESC, "started_at", "id"
)
UPDATE "workout_bests" SET "one_rep_max_hg" = "best"."one_rep_max_hg",
  "one_rep_max_reps" = "best"."one_rep_max_reps", "one_rep_max_workout_id" = "best"."id",
  "one_rep_max_at" = "best"."started_at"
FROM "best"
WHERE "best"."sub" = "workout_bests"."sub"
  AND "best"."workout_type_id" = "workout_bests"."workout_type_id"
  AND ("workout_bests"."one_rep_max_workout_id", "workout_bests"."one_rep_max_hg")
    IS DISTINCT FROM ("best"."id", "best"."one_rep_max_hg");
