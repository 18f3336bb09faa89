CREATE TABLE "machine_holds" (
	"machine_id" integer PRIMARY KEY NOT NULL,
	"sub" uuid NOT NULL,
	"held_at" timestamp with time zone NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	CONSTRAINT "machine_holds_sub_unique" UNIQUE("sub")
);
--> statement-breakpoint
ALTER TABLE "machines" ADD COLUMN "used_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tanren_connections" ADD COLUMN "bout_uuid" uuid;--> statement-breakpoint
ALTER TABLE "tanren_connections" ADD COLUMN "set_count" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "training_session_runs" ADD COLUMN "fixed_order" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "training_sessions" ADD COLUMN "fixed_order" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "machine_holds" ADD CONSTRAINT "machine_holds_machine_id_machines_id_fk" FOREIGN KEY ("machine_id") REFERENCES "public"."machines"("id") ON DELETE no action ON UPDATE no action;