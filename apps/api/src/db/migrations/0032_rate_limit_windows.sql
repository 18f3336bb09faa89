CREATE TABLE "rate_limit_windows" (
	"caller" "bytea" PRIMARY KEY NOT NULL,
	"used" bigint NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rate_limit_windows_ends_at" ON "rate_limit_windows" USING btree ("ends_at");