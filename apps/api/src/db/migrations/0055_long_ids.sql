-- Ids of which a chain has more than 32 bits count. A new database begins with 64 bits. A database
-- with rows stays as it is, because changing a type writes the whole table under a lock, and because
-- the previous release may run beside this one: `npm run widen-ids` changes it after the roll-out.
DO $$
BEGIN
  IF EXISTS (SELECT FROM "workouts") OR EXISTS (SELECT FROM "training_reservations")
    OR EXISTS (SELECT FROM "training_session_runs") OR EXISTS (SELECT FROM "notification_outbox")
  THEN
    RETURN;
  END IF;
  ALTER TABLE "training_reservations" ALTER COLUMN "id" SET DATA TYPE bigint;
  ALTER TABLE "training_reservations" ALTER COLUMN "id" SET MAXVALUE 9223372036854775807;
  ALTER TABLE "notification_outbox" ALTER COLUMN "id" SET DATA TYPE bigint;
  ALTER TABLE "notification_outbox" ALTER COLUMN "id" SET MAXVALUE 9223372036854775807;
  ALTER TABLE "notification_outbox" ALTER COLUMN "ref_id" SET DATA TYPE bigint;
  ALTER TABLE "training_session_runs" ALTER COLUMN "id" SET DATA TYPE bigint;
  ALTER TABLE "training_session_runs" ALTER COLUMN "id" SET MAXVALUE 9223372036854775807;
  ALTER TABLE "rejected_workouts" ALTER COLUMN "workout_id" SET DATA TYPE bigint;
  ALTER TABLE "withheld_records" ALTER COLUMN "workout_id" SET DATA TYPE bigint;
  ALTER TABLE "workout_claims" ALTER COLUMN "workout_id" SET DATA TYPE bigint;
  ALTER TABLE "workout_corrections" ALTER COLUMN "workout_id" SET DATA TYPE bigint;
  ALTER TABLE "workout_events" ALTER COLUMN "workout_id" SET DATA TYPE bigint;
  ALTER TABLE "strength_states" ALTER COLUMN "workout_id" SET DATA TYPE bigint;
  ALTER TABLE "workout_bests" ALTER COLUMN "max_workout_id" SET DATA TYPE bigint;
  ALTER TABLE "workout_bests" ALTER COLUMN "tfo_workout_id" SET DATA TYPE bigint;
  ALTER TABLE "workout_bests" ALTER COLUMN "one_rep_max_workout_id" SET DATA TYPE bigint;
  ALTER TABLE "workout_bests" ALTER COLUMN "last_workout_id" SET DATA TYPE bigint;
  ALTER TABLE "workout_sets" ALTER COLUMN "workout_id" SET DATA TYPE bigint;
  ALTER TABLE "workouts" ALTER COLUMN "id" SET DATA TYPE bigint;
  ALTER TABLE "workouts" ALTER COLUMN "id" SET MAXVALUE 9223372036854775807;
  ALTER TABLE "workouts" ALTER COLUMN "session_run_id" SET DATA TYPE bigint;
END $$;--> statement-breakpoint
-- Rows are only added here. Without a fixed number, autovacuum would wait for a fifth of the table and
-- then read hundreds of gigabytes at once.
ALTER TABLE "workouts" SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000);--> statement-breakpoint
ALTER TABLE "workout_sets" SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 3000000);
