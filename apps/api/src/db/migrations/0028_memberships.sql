CREATE TABLE "door_entries" (
	"gym_id" integer NOT NULL,
	"entry_uuid" uuid NOT NULL,
	"sub" uuid NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "door_entries_gym_id_entry_uuid_pk" PRIMARY KEY("gym_id","entry_uuid")
);
--> statement-breakpoint
CREATE TABLE "gym_doors" (
	"gym_id" integer PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"renewed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "membership_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"by" text NOT NULL,
	"gym_id" integer NOT NULL,
	"sub" uuid,
	"membership_id" integer,
	"request" text,
	"plan_id" integer,
	"from_day" date,
	"last_day" date,
	"count" integer,
	"reason" text DEFAULT '' NOT NULL,
	"email" text
);
--> statement-breakpoint
CREATE TABLE "membership_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "membership_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"draft_id" uuid NOT NULL,
	"gym_id" integer NOT NULL,
	"sub" uuid NOT NULL,
	"membership_id" integer,
	"kind" text NOT NULL,
	"plan_id" integer,
	"from_day" date NOT NULL,
	"last_day" date,
	"name" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"email" text,
	"requested_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "membership_terms" (
	"membership_id" integer NOT NULL,
	"from_day" date NOT NULL,
	"last_day" date,
	"plan_id" integer NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	CONSTRAINT "membership_terms_membership_id_from_day_pk" PRIMARY KEY("membership_id","from_day"),
	CONSTRAINT "membership_terms_order" CHECK ("membership_terms"."last_day" is null or "membership_terms"."from_day" <= "membership_terms"."last_day")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "memberships_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"gym_id" integer NOT NULL,
	"sub" uuid,
	"name" text NOT NULL,
	"email" text,
	"joined_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"account_deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "gyms" ADD COLUMN "joining" text DEFAULT 'approval' NOT NULL;--> statement-breakpoint
ALTER TABLE "gyms" ADD COLUMN "notice_day" smallint DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "all_gyms" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "weekdays" smallint[] DEFAULT '{0,1,2,3,4,5,6}' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "from_minute" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "until_minute" smallint DEFAULT 2880 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "visits_per_month" smallint;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "counts_no_shows" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "offered" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "training_reservations" ADD COLUMN "membership_id" integer;--> statement-breakpoint
ALTER TABLE "training_reservations" ADD COLUMN "entered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "training_reservations" ADD COLUMN "entered_by" text;--> statement-breakpoint
ALTER TABLE "training_reservations" ADD COLUMN "desk_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "door_entries" ADD CONSTRAINT "door_entries_gym_id_gyms_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gyms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gym_doors" ADD CONSTRAINT "gym_doors_gym_id_gyms_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gyms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_events" ADD CONSTRAINT "membership_events_gym_id_gyms_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gyms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_events" ADD CONSTRAINT "membership_events_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_events" ADD CONSTRAINT "membership_events_plan_id_subscription_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_requests" ADD CONSTRAINT "membership_requests_gym_id_gyms_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gyms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_requests" ADD CONSTRAINT "membership_requests_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_requests" ADD CONSTRAINT "membership_requests_plan_id_subscription_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_terms" ADD CONSTRAINT "membership_terms_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_terms" ADD CONSTRAINT "membership_terms_plan_id_subscription_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_gym_id_gyms_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gyms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "door_entries_of_member" ON "door_entries" USING btree ("sub","entered_at");--> statement-breakpoint
CREATE INDEX "door_entries_oldest" ON "door_entries" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "membership_events_of_member" ON "membership_events" USING btree ("sub","id") WHERE "membership_events"."sub" is not null;--> statement-breakpoint
CREATE INDEX "membership_events_of_membership" ON "membership_events" USING btree ("membership_id","id");--> statement-breakpoint
CREATE INDEX "membership_events_to_mail" ON "membership_events" USING btree ("id") WHERE "membership_events"."email" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_requests_draft" ON "membership_requests" USING btree ("sub","draft_id");--> statement-breakpoint
CREATE UNIQUE INDEX "membership_requests_open" ON "membership_requests" USING btree ("sub","gym_id") WHERE "membership_requests"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "membership_requests_of_gym" ON "membership_requests" USING btree ("gym_id","requested_at","id") WHERE "membership_requests"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "membership_requests_of_membership" ON "membership_requests" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "membership_terms_of_plan" ON "membership_terms" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "memberships_of_member" ON "memberships" USING btree ("sub") WHERE "memberships"."sub" is not null;--> statement-breakpoint
CREATE INDEX "memberships_of_gym" ON "memberships" USING btree ("gym_id","id");--> statement-breakpoint
CREATE INDEX "memberships_by_name" ON "memberships" USING btree ("gym_id",lower("name") text_pattern_ops,"id");--> statement-breakpoint
CREATE INDEX "memberships_without_account" ON "memberships" USING btree ("account_deleted_at") WHERE "memberships"."account_deleted_at" is not null;--> statement-breakpoint
ALTER TABLE "training_reservations" ADD CONSTRAINT "training_reservations_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "training_reservations_of_membership" ON "training_reservations" USING btree ("membership_id","gym_day") WHERE "training_reservations"."membership_id" is not null;--> statement-breakpoint
ALTER TABLE "gyms" ADD CONSTRAINT "gyms_joining" CHECK ("gyms"."joining" in ('approval', 'open'));--> statement-breakpoint
ALTER TABLE "gyms" ADD CONSTRAINT "gyms_notice_day" CHECK ("gyms"."notice_day" between 1 and 28);--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_hours" CHECK (0 <= "subscription_plans"."from_minute" and "subscription_plans"."from_minute" < "subscription_plans"."until_minute" and "subscription_plans"."until_minute" <= 2880);--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_visits" CHECK ("subscription_plans"."visits_per_month" between 1 and 1000);--> statement-breakpoint
-- Drizzle cannot declare it: no day of a membership has two plans.
ALTER TABLE "membership_terms" ADD CONSTRAINT "membership_terms_no_overlap" EXCLUDE USING gist ("membership_id" WITH =, daterange("from_day", "last_day", '[]') WITH &&);--> statement-breakpoint
-- Members of gyms that are there already must not stand before a closed door: they choose a plan by themselves.
UPDATE "gyms" SET "joining" = 'open';
