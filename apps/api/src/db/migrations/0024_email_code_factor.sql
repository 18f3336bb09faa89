ALTER TABLE "user_pool_users" ADD COLUMN "email_code_enabled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_pool_users" ADD COLUMN "preferred_factor" text;