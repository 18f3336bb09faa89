CREATE TABLE "ranking_counts" (
	"board" bigint NOT NULL,
	"level" smallint NOT NULL,
	"bucket" integer NOT NULL,
	"entries" integer NOT NULL,
	CONSTRAINT "ranking_counts_board_level_bucket_pk" PRIMARY KEY("board","level","bucket")
);
--> statement-breakpoint
CREATE TABLE "ranking_entries" (
	"board" bigint NOT NULL,
	"sub" uuid NOT NULL,
	"value" integer NOT NULL,
	"achieved_on" date NOT NULL,
	"nickname" text NOT NULL,
	CONSTRAINT "ranking_entries_sub_board_pk" PRIMARY KEY("sub","board")
);
--> statement-breakpoint
CREATE INDEX "ranking_entries_by_value" ON "ranking_entries" USING btree ("board","value" DESC NULLS FIRST,"achieved_on","sub","nickname");--> statement-breakpoint
-- Counts follow the entries in the same transaction, whoever changes them. An upsert fires for
-- what it inserted and again for what it updated: one order for the rows of each is not one
-- order for both, so writers also queue at a lock of their own (see lockTypes).
CREATE FUNCTION "count_ranking_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed record;
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO ranking_counts AS c (board, level, bucket, entries)
		SELECT board, level, value >> shift, count(*)
		FROM added CROSS JOIN (VALUES (0, 12), (1, 6), (2, 0)) AS l (level, shift)
		GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
		ON CONFLICT (board, level, bucket) DO UPDATE SET entries = c.entries + excluded.entries;
	ELSIF TG_OP = 'UPDATE' THEN
		FOR changed IN
			INSERT INTO ranking_counts AS c (board, level, bucket, entries)
			SELECT board, level, value >> shift, sum(delta)
			FROM (SELECT board, value, 1 AS delta FROM added
				UNION ALL SELECT board, value, -1 FROM removed) AS moved
			CROSS JOIN (VALUES (0, 12), (1, 6), (2, 0)) AS l (level, shift)
			GROUP BY 1, 2, 3 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3
			ON CONFLICT (board, level, bucket) DO UPDATE SET entries = c.entries + excluded.entries
			RETURNING board, level, bucket, entries
		LOOP
			CONTINUE WHEN changed.entries <> 0;
			DELETE FROM ranking_counts
			WHERE board = changed.board AND level = changed.level AND bucket = changed.bucket;
		END LOOP;
	ELSE
		FOR changed IN
			INSERT INTO ranking_counts AS c (board, level, bucket, entries)
			SELECT board, level, value >> shift, -count(*)
			FROM removed CROSS JOIN (VALUES (0, 12), (1, 6), (2, 0)) AS l (level, shift)
			GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
			ON CONFLICT (board, level, bucket) DO UPDATE SET entries = c.entries + excluded.entries
			RETURNING board, level, bucket, entries
		LOOP
			CONTINUE WHEN changed.entries <> 0;
			DELETE FROM ranking_counts
			WHERE board = changed.board AND level = changed.level AND bucket = changed.bucket;
		END LOOP;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "ranking_entries_added" AFTER INSERT ON "ranking_entries"
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "count_ranking_entries"();
--> statement-breakpoint
CREATE TRIGGER "ranking_entries_changed" AFTER UPDATE ON "ranking_entries"
	REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "count_ranking_entries"();
--> statement-breakpoint
CREATE TRIGGER "ranking_entries_removed" AFTER DELETE ON "ranking_entries"
	REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "count_ranking_entries"();
