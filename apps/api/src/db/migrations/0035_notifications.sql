CREATE TABLE "notification_broadcasts" (
	"key" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"position" uuid DEFAULT '00000000-0000-0000-0000-000000000000' NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"sub" uuid NOT NULL,
	"kind" text NOT NULL,
	"push" boolean NOT NULL,
	"mail" boolean NOT NULL,
	"email" text,
	CONSTRAINT "notification_choices_sub_kind_pk" PRIMARY KEY("sub","kind")
);
--> statement-breakpoint
CREATE TABLE "notification_outbox" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sub" uuid NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"subscription_id" integer,
	"topic" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"path" text NOT NULL,
	"ref_id" integer,
	"due_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "notification_outbox_once" UNIQUE NULLS NOT DISTINCT("sub","topic","channel","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "push_subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"sub" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_agent" text NOT NULL,
	"origin_jti" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"last_push_at" timestamp with time zone,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "notification_outbox" ADD CONSTRAINT "notification_outbox_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_broadcasts_open" ON "notification_broadcasts" USING btree ("started_at") WHERE "notification_broadcasts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "notification_choices_by_mail" ON "notification_choices" USING btree ("kind","sub") WHERE "notification_choices"."mail";--> statement-breakpoint
CREATE INDEX "notification_outbox_due" ON "notification_outbox" USING btree ("due_at","id") WHERE "notification_outbox"."done_at" is null;--> statement-breakpoint
CREATE INDEX "notification_outbox_of_subscription" ON "notification_outbox" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "notification_outbox_old" ON "notification_outbox" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_of_member" ON "push_subscriptions" USING btree ("sub","id");