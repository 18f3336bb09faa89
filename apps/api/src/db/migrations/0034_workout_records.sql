CREATE TABLE "rejected_workouts" (
	"workout_id" integer PRIMARY KEY NOT NULL,
	"sub" uuid NOT NULL,
	"workout_type_id" smallint NOT NULL,
	"rejected_at" timestamp with time zone NOT NULL,
	"reason" text,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unlinked_bouts" (
	"claim_hash" "bytea" PRIMARY KEY NOT NULL,
	"workout_uuid" uuid NOT NULL,
	"machine_id" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"sets" jsonb,
	"taken_at" timestamp with time zone,
	CONSTRAINT "unlinked_bouts_workout_uuid_unique" UNIQUE("workout_uuid")
);
--> statement-breakpoint
CREATE TABLE "withheld_records" (
	"workout_id" integer PRIMARY KEY NOT NULL,
	"sub" uuid NOT NULL,
	"workout_type_id" smallint NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"max_hg" integer NOT NULL,
	"tfo_hg" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workout_claims" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "workout_claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sub" uuid NOT NULL,
	"claim_hash" "bytea" NOT NULL,
	"machine_id" integer NOT NULL,
	"state" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"workout_id" integer
);
--> statement-breakpoint
CREATE TABLE "workout_corrections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "workout_corrections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"workout_id" integer NOT NULL,
	"sub" uuid NOT NULL,
	"gym_id" integer NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decision_reason" text,
	"prior_corrected_at" timestamp with time zone,
	"prior_reason" text,
	"prior_state" text
);
--> statement-breakpoint
CREATE TABLE "workout_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "workout_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"workout_id" integer NOT NULL,
	"sub" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"actor" text NOT NULL,
	"reason" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
ALTER TABLE "workouts" ADD COLUMN "correction_state" text;--> statement-breakpoint
ALTER TABLE "workouts" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "rejected_workouts_of_member" ON "rejected_workouts" USING btree ("sub","rejected_at","workout_id");--> statement-breakpoint
CREATE INDEX "rejected_workouts_rejected_at" ON "rejected_workouts" USING btree ("rejected_at");--> statement-breakpoint
CREATE INDEX "unlinked_bouts_received_at" ON "unlinked_bouts" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "unlinked_bouts_kept" ON "unlinked_bouts" USING btree ("received_at") WHERE "unlinked_bouts"."sets" is not null;--> statement-breakpoint
CREATE INDEX "withheld_records_of_member" ON "withheld_records" USING btree ("sub","workout_type_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "workout_claims_once" ON "workout_claims" USING btree ("claim_hash") WHERE "workout_claims"."state" <> 'refused';--> statement-breakpoint
CREATE INDEX "workout_claims_of_member" ON "workout_claims" USING btree ("sub","claimed_at");--> statement-breakpoint
CREATE INDEX "workout_claims_claimed_at" ON "workout_claims" USING btree ("claimed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "workout_corrections_pending" ON "workout_corrections" USING btree ("workout_id") WHERE "workout_corrections"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "workout_corrections_of_workout" ON "workout_corrections" USING btree ("workout_id","id");--> statement-breakpoint
CREATE INDEX "workout_corrections_of_member" ON "workout_corrections" USING btree ("sub","made_at");--> statement-breakpoint
CREATE INDEX "workout_corrections_to_decide" ON "workout_corrections" USING btree ("made_at","id") WHERE "workout_corrections"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "workout_corrections_to_decide_in_gym" ON "workout_corrections" USING btree ("gym_id","made_at","id") WHERE "workout_corrections"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "workout_events_of_workout" ON "workout_events" USING btree ("workout_id","id");--> statement-breakpoint
CREATE INDEX "workout_events_of_member" ON "workout_events" USING btree ("sub","at");