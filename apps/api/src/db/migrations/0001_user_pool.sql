CREATE TABLE "user_pool_codes" (
	"purpose" text NOT NULL,
	"subject" "bytea" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"new_email" text,
	CONSTRAINT "user_pool_codes_purpose_subject_pk" PRIMARY KEY("purpose","subject")
);
--> statement-breakpoint
CREATE TABLE "user_pool_installation" (
	"id" integer PRIMARY KEY NOT NULL,
	"pool_id" text NOT NULL,
	"key_fingerprint" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_pool_delegation_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"origin_jti" uuid NOT NULL,
	"sub" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_pool_refresh_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"origin_jti" uuid NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user_pool_sessions" (
	"origin_jti" uuid PRIMARY KEY NOT NULL,
	"sub" uuid NOT NULL,
	"client_id" text NOT NULL,
	"authenticated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user_pool_allowances" (
	"subject" "bytea" PRIMARY KEY NOT NULL,
	"used" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_pool_guesses" (
	"subject" "bytea" PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"locked_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_pool_spent_tickets" (
	"ticket_hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_pool_users" (
	"sub" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"credential" "bytea" NOT NULL,
	"credential_version" integer DEFAULT 1 NOT NULL,
	"groups" text[] DEFAULT '{}' NOT NULL,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"totp_secret" "bytea",
	"totp_pending_secret" "bytea",
	"totp_enabled" boolean DEFAULT false NOT NULL,
	"totp_last_step" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_pool_users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "user_pool_delegation_codes" ADD CONSTRAINT "user_pool_delegation_codes_origin_jti_user_pool_sessions_origin_jti_fk" FOREIGN KEY ("origin_jti") REFERENCES "public"."user_pool_sessions"("origin_jti") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_pool_delegation_codes" ADD CONSTRAINT "user_pool_delegation_codes_sub_user_pool_users_sub_fk" FOREIGN KEY ("sub") REFERENCES "public"."user_pool_users"("sub") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_pool_refresh_tokens" ADD CONSTRAINT "user_pool_refresh_tokens_origin_jti_user_pool_sessions_origin_jti_fk" FOREIGN KEY ("origin_jti") REFERENCES "public"."user_pool_sessions"("origin_jti") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_pool_sessions" ADD CONSTRAINT "user_pool_sessions_sub_user_pool_users_sub_fk" FOREIGN KEY ("sub") REFERENCES "public"."user_pool_users"("sub") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_pool_delegation_codes_origin_jti_idx" ON "user_pool_delegation_codes" USING btree ("origin_jti");--> statement-breakpoint
CREATE INDEX "user_pool_delegation_codes_sub_idx" ON "user_pool_delegation_codes" USING btree ("sub");--> statement-breakpoint
CREATE INDEX "user_pool_refresh_tokens_origin_jti_idx" ON "user_pool_refresh_tokens" USING btree ("origin_jti");--> statement-breakpoint
CREATE INDEX "user_pool_sessions_sub_idx" ON "user_pool_sessions" USING btree ("sub");--> statement-breakpoint
CREATE INDEX "user_pool_sessions_expires_at_idx" ON "user_pool_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_pool_allowances_window_ends_at_idx" ON "user_pool_allowances" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "user_pool_guesses_locked_until_idx" ON "user_pool_guesses" USING btree ("locked_until");--> statement-breakpoint
CREATE INDEX "user_pool_spent_tickets_expires_at_idx" ON "user_pool_spent_tickets" USING btree ("expires_at");