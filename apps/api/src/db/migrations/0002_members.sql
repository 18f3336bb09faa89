CREATE TABLE "informations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "informations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"published_dt" date NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terms_agreements" (
	"sub" uuid NOT NULL,
	"version" integer NOT NULL,
	"agreed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "terms_agreements_sub_version_pk" PRIMARY KEY("sub","version")
);
--> statement-breakpoint
CREATE TABLE "user_infos" (
	"sub" uuid PRIMARY KEY NOT NULL,
	"nickname" text NOT NULL,
	"height" numeric(4, 1),
	"weight" numeric(4, 1),
	"birth_date" date,
	"sex" text,
	"exercise_habit" text,
	"training_purposes" text[] DEFAULT '{}' NOT NULL,
	"ranking_visible" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
