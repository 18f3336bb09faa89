CREATE TABLE "health_checks" (
	"sub" uuid NOT NULL,
	"gym_id" integer NOT NULL,
	"version" smallint NOT NULL,
	"sealed" "bytea" NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "health_checks_sub_gym_id_pk" PRIMARY KEY("sub","gym_id")
);
--> statement-breakpoint
ALTER TABLE "gyms" ADD COLUMN "health_check" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "health_checks" ADD CONSTRAINT "health_checks_gym_id_gyms_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gyms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "health_checks_by_age" ON "health_checks" USING btree ("answered_at");