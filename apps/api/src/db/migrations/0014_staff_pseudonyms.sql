CREATE TABLE "erased_accounts" (
	"sub_hash" "bytea" PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_audit_log" ADD COLUMN "staff_pseudonym" text;--> statement-breakpoint
CREATE INDEX "erased_accounts_erased_at" ON "erased_accounts" USING btree ("erased_at");--> statement-breakpoint
-- By the database, so that every program that writes an entry writes it, the release before this
-- one included. An account's id is random enough that nobody finds it from a hash of it.
CREATE FUNCTION "name_staff_in_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.staff_pseudonym := left(encode(sha256(convert_to('staff ' || NEW.staff_sub::text, 'UTF8')), 'hex'), 8);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "staff_audit_log_named" BEFORE INSERT ON "staff_audit_log"
FOR EACH ROW EXECUTE FUNCTION "name_staff_in_audit_log"();--> statement-breakpoint
ALTER TABLE "staff_audit_log" DISABLE TRIGGER "staff_audit_log_kept";--> statement-breakpoint
UPDATE "staff_audit_log"
SET "staff_pseudonym" = left(encode(sha256(convert_to('staff ' || staff_sub::text, 'UTF8')), 'hex'), 8)
WHERE staff_sub IS NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_audit_log" ENABLE TRIGGER "staff_audit_log_kept";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "protect_staff_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.staff_sub IS NULL OR NEW.staff_sub = OLD.staff_sub)
    AND (NEW.member_sub IS NULL OR NEW.member_sub = OLD.member_sub)
    AND (NEW.id, NEW.at, NEW.action, NEW.staff_pseudonym, NEW.target, NEW.reason, NEW.changes)
      IS NOT DISTINCT FROM
      (OLD.id, OLD.at, OLD.action, OLD.staff_pseudonym, OLD.target, OLD.reason, OLD.changes)
  THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '3 years' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the log of the staff cannot be changed' USING ERRCODE = 'insufficient_privilege';
END $$;
