CREATE TABLE "token_addresses" (
	"sub" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "token_addresses" ADD CONSTRAINT "token_addresses_sub_user_infos_sub_fk" FOREIGN KEY ("sub") REFERENCES "public"."user_infos"("sub") ON DELETE cascade ON UPDATE no action;