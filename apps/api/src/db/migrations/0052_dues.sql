CREATE TABLE "debit_accounts" (
	"membership_id" integer PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"registration" text DEFAULT 'new' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "debit_accounts_registration" CHECK ("debit_accounts"."registration" in ('new', 'changed', 'known'))
);
--> statement-breakpoint
CREATE TABLE "dues_collectors" (
	"gym_id" integer PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dues_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dues_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"gym_id" integer NOT NULL,
	"membership_id" integer NOT NULL,
	"month" text NOT NULL,
	"kind" text NOT NULL,
	"amount" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"transfer_id" integer,
	"draft_id" uuid,
	CONSTRAINT "dues_entries_draft_id_unique" UNIQUE("draft_id"),
	CONSTRAINT "dues_entries_month" CHECK ("dues_entries"."month" ~ '^\d{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "dues_entries_amount" CHECK (case "dues_entries"."kind"
        when 'charge' then "dues_entries"."amount" > 0
        when 'payment' then "dues_entries"."amount" < 0
        when 'failed' then "dues_entries"."amount" = 0
        when 'correction' then "dues_entries"."amount" <> 0
        when 'refund' then "dues_entries"."amount" > 0
        else false
      end)
);
--> statement-breakpoint
CREATE TABLE "dues_transfer_items" (
	"transfer_id" integer NOT NULL,
	"membership_id" integer NOT NULL,
	"amount" integer NOT NULL,
	CONSTRAINT "dues_transfer_items_transfer_id_membership_id_pk" PRIMARY KEY("transfer_id","membership_id"),
	CONSTRAINT "dues_transfer_items_amount" CHECK ("dues_transfer_items"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "dues_transfers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dues_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"gym_id" integer NOT NULL,
	"month" text NOT NULL,
	"on_day" date NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"results_digest" "bytea",
	"results_at" timestamp with time zone,
	CONSTRAINT "dues_transfers_day" UNIQUE("gym_id","month","on_day"),
	CONSTRAINT "dues_transfers_month" CHECK ("dues_transfers"."month" ~ '^\d{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
ALTER TABLE "debit_accounts" ADD CONSTRAINT "debit_accounts_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues_collectors" ADD CONSTRAINT "dues_collectors_gym_id_gyms_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gyms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues_entries" ADD CONSTRAINT "dues_entries_gym_id_gyms_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gyms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues_entries" ADD CONSTRAINT "dues_entries_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues_entries" ADD CONSTRAINT "dues_entries_transfer_id_dues_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."dues_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues_transfer_items" ADD CONSTRAINT "dues_transfer_items_transfer_id_dues_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."dues_transfers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues_transfer_items" ADD CONSTRAINT "dues_transfer_items_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dues_transfers" ADD CONSTRAINT "dues_transfers_gym_id_gyms_id_fk" FOREIGN KEY ("gym_id") REFERENCES "public"."gyms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dues_entries_charge" ON "dues_entries" USING btree ("membership_id","month") WHERE "dues_entries"."kind" = 'charge';--> statement-breakpoint
CREATE UNIQUE INDEX "dues_entries_result" ON "dues_entries" USING btree ("transfer_id","membership_id") WHERE "dues_entries"."transfer_id" is not null;--> statement-breakpoint
CREATE INDEX "dues_entries_of_gym" ON "dues_entries" USING btree ("gym_id","month","membership_id");--> statement-breakpoint
CREATE INDEX "dues_entries_of_membership" ON "dues_entries" USING btree ("membership_id","id");--> statement-breakpoint
CREATE INDEX "dues_transfer_items_of_membership" ON "dues_transfer_items" USING btree ("membership_id");--> statement-breakpoint
CREATE FUNCTION "protect_dues_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The contract is gone, and its entries follow it.
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM memberships WHERE id = OLD.membership_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the ledger of the dues cannot be changed' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "dues_entries_kept" BEFORE UPDATE OR DELETE ON "dues_entries"
FOR EACH ROW EXECUTE FUNCTION "protect_dues_entries"();
