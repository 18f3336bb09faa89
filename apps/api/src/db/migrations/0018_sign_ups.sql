CREATE TABLE "user_pool_sign_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sub" uuid NOT NULL,
	"credential" "bytea" NOT NULL,
	"attributes" jsonb NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"client" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_pool_sign_ups" ADD CONSTRAINT "user_pool_sign_ups_sub_user_pool_users_sub_fk" FOREIGN KEY ("sub") REFERENCES "public"."user_pool_users"("sub") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_pool_sign_ups_sub_idx" ON "user_pool_sign_ups" USING btree ("sub");