CREATE TABLE "floor_cells" (
	"gym_id" integer NOT NULL,
	"floor_column" smallint NOT NULL,
	"floor_row" smallint NOT NULL,
	"machine_id" integer NOT NULL,
	CONSTRAINT "floor_cells_gym_id_floor_column_floor_row_pk" PRIMARY KEY("gym_id","floor_column","floor_row"),
	CONSTRAINT "floor_cells_machine_id_unique" UNIQUE("machine_id"),
	CONSTRAINT "floor_cells_column" CHECK ("floor_cells"."floor_column" between 1 and 6),
	CONSTRAINT "floor_cells_row" CHECK ("floor_cells"."floor_row" between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "gym_floors" (
	"gym_id" integer PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "floor_cells" ADD CONSTRAINT "floor_cells_gym_id_gym_floors_gym_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gym_floors"("gym_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floor_cells" ADD CONSTRAINT "floor_cells_machine_id_machines_id_fk" FOREIGN KEY ("machine_id") REFERENCES "public"."machines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gym_floors" ADD CONSTRAINT "gym_floors_gym_id_gyms_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gyms"("id") ON DELETE no action ON UPDATE no action;