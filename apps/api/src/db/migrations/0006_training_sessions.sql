-- What a text is found by: each character and each two neighbouring ones. Trigrams would not
-- find words of one or two characters, and Japanese is full of them. Split once: substr would
-- read the text from its beginning for each. The cost keeps the planner from calling it row by
-- row instead of asking the index that was made by it; restricted, because to start parallel
-- workers takes longer than a search.
CREATE FUNCTION "search_grams"(content text) RETURNS text[]
	LANGUAGE sql IMMUTABLE STRICT PARALLEL RESTRICTED COST 1000 AS $$
	SELECT characters || ARRAY(
		SELECT one || next FROM unnest(characters, characters[2:]) AS pair (one, next)
		WHERE next IS NOT NULL
	)
	FROM string_to_array(content, NULL) AS characters
$$;
--> statement-breakpoint
CREATE TABLE "favorite_training_sessions" (
	"sub" uuid NOT NULL,
	"training_session_id" integer NOT NULL,
	"favorited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "favorite_training_sessions_sub_training_session_id_pk" PRIMARY KEY("sub","training_session_id")
);
--> statement-breakpoint
CREATE TABLE "training_session_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "training_session_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"training_session_id" integer,
	"author_sub" uuid NOT NULL,
	"reporter_sub" uuid NOT NULL,
	"reason" text NOT NULL,
	"comment" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "training_session_reports_once" UNIQUE("training_session_id","reporter_sub")
);
--> statement-breakpoint
CREATE TABLE "training_session_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "training_session_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sub" uuid NOT NULL,
	"training_session_id" integer,
	"title" text NOT NULL,
	"items" jsonb NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_by" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "training_session_search" (
	"training_session_id" integer PRIMARY KEY NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"text" text NOT NULL,
	"tags" text[] NOT NULL,
	"workout_type_ids" smallint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "training_session_tags" (
	"folded" text PRIMARY KEY NOT NULL,
	"tag" text NOT NULL,
	"session_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "training_sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "training_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"author_sub" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"tags" text[] NOT NULL,
	"visibility" text NOT NULL,
	"items" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"favorite_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone,
	"draft_id" uuid,
	CONSTRAINT "training_sessions_draft" UNIQUE("author_sub","draft_id"),
	CONSTRAINT "training_sessions_published" CHECK (visibility = 'private' or published_at is not null)
);
--> statement-breakpoint
ALTER TABLE "workouts" ADD COLUMN "session_run_id" integer;--> statement-breakpoint
ALTER TABLE "favorite_training_sessions" ADD CONSTRAINT "favorite_training_sessions_training_session_id_training_sessions_id_fk" FOREIGN KEY ("training_session_id") REFERENCES "public"."training_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_session_reports" ADD CONSTRAINT "training_session_reports_training_session_id_training_sessions_id_fk" FOREIGN KEY ("training_session_id") REFERENCES "public"."training_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_session_runs" ADD CONSTRAINT "training_session_runs_training_session_id_training_sessions_id_fk" FOREIGN KEY ("training_session_id") REFERENCES "public"."training_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_session_search" ADD CONSTRAINT "training_session_search_training_session_id_training_sessions_id_fk" FOREIGN KEY ("training_session_id") REFERENCES "public"."training_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favorite_training_sessions_newest" ON "favorite_training_sessions" USING btree ("sub","favorited_at","training_session_id");--> statement-breakpoint
CREATE INDEX "favorite_training_sessions_of_session" ON "favorite_training_sessions" USING btree ("training_session_id");--> statement-breakpoint
CREATE INDEX "training_session_reports_of_reporter" ON "training_session_reports" USING btree ("reporter_sub","reported_at");--> statement-breakpoint
CREATE INDEX "training_session_reports_of_author" ON "training_session_reports" USING btree ("author_sub");--> statement-breakpoint
CREATE INDEX "training_session_reports_newest" ON "training_session_reports" USING btree ("reported_at");--> statement-breakpoint
CREATE UNIQUE INDEX "training_session_runs_open" ON "training_session_runs" USING btree ("sub") WHERE "training_session_runs"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "training_session_runs_of_member" ON "training_session_runs" USING btree ("sub","started_at");--> statement-breakpoint
CREATE INDEX "training_session_runs_of_session" ON "training_session_runs" USING btree ("training_session_id","sub","started_at");--> statement-breakpoint
CREATE INDEX "training_session_search_new" ON "training_session_search" USING btree ("published_at","training_session_id");--> statement-breakpoint
CREATE INDEX "training_session_search_content" ON "training_session_search" USING gin (search_grams("text"),"tags","workout_type_ids") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "training_session_tags_used" ON "training_session_tags" USING btree ("session_count","folded");--> statement-breakpoint
CREATE INDEX "training_session_tags_text" ON "training_session_tags" USING gin (search_grams("folded")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "training_sessions_of_author" ON "training_sessions" USING btree ("author_sub","updated_at","id");--> statement-breakpoint
CREATE INDEX "training_sessions_by_favorites" ON "training_sessions" USING btree ("favorite_count","id") WHERE "training_sessions"."visibility" = 'public';--> statement-breakpoint
ALTER TABLE "workouts" ADD CONSTRAINT "workouts_session_run_id_training_session_runs_id_fk" FOREIGN KEY ("session_run_id") REFERENCES "public"."training_session_runs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workouts_of_run" ON "workouts" USING btree ("session_run_id") WHERE "workouts"."session_run_id" is not null;--> statement-breakpoint
ALTER TABLE "workouts" DROP COLUMN "training_session_id";