CREATE TABLE "user_pool_recovery_codes" (
	"sub" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "user_pool_recovery_codes_sub_code_hash_pk" PRIMARY KEY("sub","code_hash")
);
--> statement-breakpoint
ALTER TABLE "user_pool_recovery_codes" ADD CONSTRAINT "user_pool_recovery_codes_sub_user_pool_users_sub_fk" FOREIGN KEY ("sub") REFERENCES "public"."user_pool_users"("sub") ON DELETE cascade ON UPDATE no action;