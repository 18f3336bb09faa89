CREATE TABLE "server_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"fingerprint" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_audit_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"action" text NOT NULL,
	"staff_sub" uuid,
	"member_sub" uuid,
	"target" text,
	"reason" text DEFAULT '' NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chosen_loads" (
	"sub" uuid NOT NULL,
	"workout_type_id" smallint NOT NULL,
	"link_id" integer NOT NULL,
	"load_hg" integer NOT NULL,
	"reason" text NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chosen_loads_sub_workout_type_id_pk" PRIMARY KEY("sub","workout_type_id")
);
--> statement-breakpoint
CREATE TABLE "trainer_code_failures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trainer_code_failures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1 CYCLE),
	"trainer_sub" uuid NOT NULL,
	"address" text NOT NULL,
	"failed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trainer_codes" (
	"member_sub" uuid PRIMARY KEY NOT NULL,
	"nonce" "bytea" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "trainer_codes_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "trainer_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trainer_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"member_sub" uuid NOT NULL,
	"trainer_sub" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "trainer_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "trainer_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"link_id" integer NOT NULL,
	"member_sub" uuid NOT NULL,
	"trainer_sub" uuid NOT NULL,
	"seen" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "removed_workouts" (
	"workout_uuid" uuid PRIMARY KEY NOT NULL,
	"sub" uuid NOT NULL,
	"workout_type_id" smallint NOT NULL,
	"machine_id" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "informations" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
-- Announcements had only a day: they were published when it began, in the gyms' time zone.
UPDATE "informations" SET "publish_at" = "published_dt"::timestamp AT TIME ZONE 'Asia/Tokyo';--> statement-breakpoint
ALTER TABLE "informations" DROP COLUMN "published_dt";--> statement-breakpoint
ALTER TABLE "informations" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "informations" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "informations" ADD COLUMN "draft_id" uuid;--> statement-breakpoint
ALTER TABLE "training_reservations" ADD COLUMN "gym_cancel_reason" text;--> statement-breakpoint
ALTER TABLE "training_session_reports" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "training_session_reports" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "training_sessions" ADD COLUMN "for_sub" uuid;--> statement-breakpoint
ALTER TABLE "training_sessions" ADD COLUMN "hidden_reason" text;--> statement-breakpoint
ALTER TABLE "workouts" ADD COLUMN "corrected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workouts" ADD COLUMN "correction_reason" text;--> statement-breakpoint
ALTER TABLE "chosen_loads" ADD CONSTRAINT "chosen_loads_link_id_trainer_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."trainer_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trainer_views" ADD CONSTRAINT "trainer_views_link_id_trainer_links_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."trainer_links"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_audit_log_newest" ON "staff_audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "staff_audit_log_by_action" ON "staff_audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "staff_audit_log_of_staff" ON "staff_audit_log" USING btree ("staff_sub");--> statement-breakpoint
CREATE INDEX "staff_audit_log_of_member" ON "staff_audit_log" USING btree ("member_sub");--> statement-breakpoint
CREATE INDEX "chosen_loads_of_link" ON "chosen_loads" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "trainer_code_failures_of_trainer" ON "trainer_code_failures" USING btree ("trainer_sub","failed_at");--> statement-breakpoint
CREATE INDEX "trainer_code_failures_of_address" ON "trainer_code_failures" USING btree ("address","failed_at");--> statement-breakpoint
CREATE INDEX "trainer_code_failures_failed_at" ON "trainer_code_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "trainer_codes_expires_at" ON "trainer_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "trainer_links_open_of_member" ON "trainer_links" USING btree ("member_sub") WHERE "trainer_links"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "trainer_links_open_of_trainer" ON "trainer_links" USING btree ("trainer_sub") WHERE "trainer_links"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "trainer_links_of_member" ON "trainer_links" USING btree ("member_sub","linked_at");--> statement-breakpoint
CREATE INDEX "trainer_links_of_trainer" ON "trainer_links" USING btree ("trainer_sub","linked_at");--> statement-breakpoint
CREATE INDEX "trainer_views_of_member" ON "trainer_views" USING btree ("member_sub","seen_at","id");--> statement-breakpoint
CREATE INDEX "trainer_views_of_link" ON "trainer_views" USING btree ("link_id","seen","seen_at");--> statement-breakpoint
CREATE INDEX "trainer_views_of_trainer" ON "trainer_views" USING btree ("trainer_sub");--> statement-breakpoint
CREATE INDEX "trainer_views_seen_at" ON "trainer_views" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "removed_workouts_of_member" ON "removed_workouts" USING btree ("sub","removed_at");--> statement-breakpoint
CREATE INDEX "rejected_messages_of_machine" ON "rejected_messages" USING btree ("machine_id","received_at","id");--> statement-breakpoint
CREATE INDEX "rejected_messages_by_reason" ON "rejected_messages" USING btree ("reason","received_at","id");--> statement-breakpoint
CREATE INDEX "rejected_messages_of_machine_by_reason" ON "rejected_messages" USING btree ("machine_id","reason","received_at","id");--> statement-breakpoint
CREATE INDEX "training_session_reports_waiting" ON "training_session_reports" USING btree ("reported_at","id") WHERE "training_session_reports"."decision" is null;--> statement-breakpoint
CREATE INDEX "informations_newest" ON "informations" USING btree ("publish_at","id");--> statement-breakpoint
CREATE INDEX "training_sessions_for_member" ON "training_sessions" USING btree ("for_sub","updated_at","id") WHERE "training_sessions"."for_sub" is not null;--> statement-breakpoint
CREATE INDEX "user_infos_nickname" ON "user_infos" USING btree (lower("nickname") text_pattern_ops);--> statement-breakpoint
ALTER TABLE "informations" ADD CONSTRAINT "informations_draft_id_unique" UNIQUE("draft_id");--> statement-breakpoint
ALTER TABLE "training_sessions" ADD CONSTRAINT "training_sessions_unpublished" CHECK (visibility = 'private' or (for_sub is null and hidden_reason is null));--> statement-breakpoint
-- Nothing that the program does changes what staff did, but for two: whoever leaves is taken out
-- of it, and what is older than three years goes.
CREATE FUNCTION "protect_staff_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.staff_sub IS NULL OR NEW.staff_sub = OLD.staff_sub)
    AND (NEW.member_sub IS NULL OR NEW.member_sub = OLD.member_sub)
    AND (NEW.id, NEW.at, NEW.action, NEW.target, NEW.reason, NEW.changes)
      IS NOT DISTINCT FROM (OLD.id, OLD.at, OLD.action, OLD.target, OLD.reason, OLD.changes)
  THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '3 years' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the log of the staff cannot be changed' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "staff_audit_log_kept" BEFORE UPDATE OR DELETE ON "staff_audit_log"
FOR EACH ROW EXECUTE FUNCTION "protect_staff_audit_log"();--> statement-breakpoint
CREATE TRIGGER "staff_audit_log_not_emptied" BEFORE TRUNCATE ON "staff_audit_log"
FOR EACH STATEMENT EXECUTE FUNCTION "protect_staff_audit_log"();
