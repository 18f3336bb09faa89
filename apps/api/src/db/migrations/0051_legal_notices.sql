CREATE TABLE "gym_legal_notices" (
	"gym_id" integer PRIMARY KEY NOT NULL,
	"operator_name" text DEFAULT '' NOT NULL,
	"representative" text DEFAULT '' NOT NULL,
	"operator_address" text DEFAULT '' NOT NULL,
	"operator_phone" text DEFAULT '' NOT NULL,
	"operator_email" text DEFAULT '' NOT NULL,
	"extra_fees" text DEFAULT '' NOT NULL,
	"payment_methods" text DEFAULT '' NOT NULL,
	"payment_times" text DEFAULT '' NOT NULL,
	"term" text DEFAULT '' NOT NULL,
	"cancellation" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_confirmations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "membership_confirmations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"gym_id" integer NOT NULL,
	"sub" uuid,
	"request_id" integer,
	"membership_id" integer,
	"version" integer NOT NULL,
	"digest" text NOT NULL,
	"text" text NOT NULL,
	"sections" jsonb NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "gym_legal_notices" ADD CONSTRAINT "gym_legal_notices_gym_id_gyms_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gyms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_confirmations" ADD CONSTRAINT "membership_confirmations_gym_id_gyms_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gyms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_confirmations" ADD CONSTRAINT "membership_confirmations_request_id_membership_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."membership_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_confirmations" ADD CONSTRAINT "membership_confirmations_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "membership_confirmations_of_request" ON "membership_confirmations" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "membership_confirmations_of_membership" ON "membership_confirmations" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "membership_confirmations_of_member" ON "membership_confirmations" USING btree ("sub","id") WHERE "membership_confirmations"."sub" is not null;