CREATE TABLE "idempotency_keys" (
	"sub" uuid NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" smallint NOT NULL,
	"content_type" text,
	"sealed_answer" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_sub_key_hash_pk" PRIMARY KEY("sub","key_hash"),
	CONSTRAINT "idempotency_keys_answer_size" CHECK (octet_length("idempotency_keys"."sealed_answer") <= 262144)
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");