CREATE TABLE "authentication_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "authentication_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sub" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operation" text NOT NULL,
	"outcome" text NOT NULL,
	"network" text NOT NULL,
	"request_id" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_pool_sessions" ADD COLUMN "user_agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_pool_sessions" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "user_pool_sessions" ADD COLUMN "last_seen_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "authentication_events" ADD CONSTRAINT "authentication_events_sub_user_pool_users_sub_fk" FOREIGN KEY ("sub") REFERENCES "public"."user_pool_users"("sub") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "authentication_events_sub_at_idx" ON "authentication_events" USING btree ("sub","at","id");--> statement-breakpoint
CREATE INDEX "authentication_events_at_idx" ON "authentication_events" USING btree ("at");--> statement-breakpoint
-- Written by hand: sign-ins that are older than these columns began when they were proved.
UPDATE "user_pool_sessions" SET "created_at" = "authenticated_at", "last_seen_at" = "authenticated_at";
