-- contract: the checked column is new, and the previous release leaves it at its default.
CREATE TABLE "guardian_consents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guardian_consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"request_id" integer NOT NULL,
	"name" text NOT NULL,
	"relation" text NOT NULL,
	"email" text,
	"queued_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"token_hash" "bytea",
	"decided_at" timestamp with time zone,
	"outcome" text,
	"confirmation_text" text
);
--> statement-breakpoint
ALTER TABLE "gyms" ADD COLUMN "minimum_age" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "membership_requests" ADD COLUMN "birth_date" date;--> statement-breakpoint
ALTER TABLE "guardian_consents" ADD CONSTRAINT "guardian_consents_request_id_membership_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."membership_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guardian_consents_of_request" ON "guardian_consents" USING btree ("request_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "guardian_consents_token" ON "guardian_consents" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "guardian_consents_to_mail" ON "guardian_consents" USING btree ("id") WHERE "guardian_consents"."sent_at" is null and "guardian_consents"."email" is not null;--> statement-breakpoint
CREATE INDEX "guardian_consents_undecided" ON "guardian_consents" USING btree ("queued_at") WHERE "guardian_consents"."decided_at" is null;--> statement-breakpoint
ALTER TABLE "gyms" ADD CONSTRAINT "gyms_minimum_age" CHECK ("gyms"."minimum_age" between 0 and 99);