CREATE TABLE "gym_type_hours" (
	"gym_id" integer NOT NULL,
	"weekday" smallint NOT NULL,
	"workout_type_id" integer NOT NULL,
	"hour" smallint NOT NULL,
	"computed_on" date NOT NULL,
	"days" smallint NOT NULL,
	"machines" smallint NOT NULL,
	"bouts" integer NOT NULL,
	"bout_seconds" integer NOT NULL,
	"busy_seconds" integer NOT NULL,
	"wait_seconds" integer NOT NULL,
	"long_wait_seconds" integer NOT NULL,
	"wait_seconds_with_more" integer NOT NULL,
	CONSTRAINT "gym_type_hours_gym_id_weekday_hour_workout_type_id_pk" PRIMARY KEY("gym_id","weekday","hour","workout_type_id")
);
--> statement-breakpoint
ALTER TABLE "gym_type_hours" ADD CONSTRAINT "gym_type_hours_gym_id_gyms_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gyms"("id") ON DELETE no action ON UPDATE no action;