-- The gym day of each workout. Those that are stored keep the date, under which members have seen
-- them. Changing the type writes the table once and leaves no dead rows, as an update of all would.
ALTER TABLE "workouts" ADD COLUMN "gym_day" date;--> statement-breakpoint
ALTER TABLE "workouts" ALTER COLUMN "gym_day" SET DATA TYPE date USING ("started_at" AT TIME ZONE 'Asia/Tokyo')::date;--> statement-breakpoint
ALTER TABLE "workouts" ALTER COLUMN "gym_day" SET NOT NULL;--> statement-breakpoint
-- Nodes of the release before do not know the column: until they are gone, the date stands in.
CREATE FUNCTION "date_as_gym_day"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.gym_day := (NEW.started_at AT TIME ZONE 'Asia/Tokyo')::date;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "workouts_gym_day" BEFORE INSERT ON "workouts"
FOR EACH ROW WHEN (NEW.gym_day IS NULL) EXECUTE FUNCTION "date_as_gym_day"();--> statement-breakpoint
CREATE INDEX "workouts_of_member_by_day" ON "workouts" USING btree ("sub","gym_day");--> statement-breakpoint
CREATE INDEX "workouts_of_member_by_type_and_day" ON "workouts" USING btree ("sub","workout_type_id","gym_day");
