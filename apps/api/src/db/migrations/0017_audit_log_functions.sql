-- The program's role may write and read the log and nothing else (db/program-role.ts). The two
-- changes that the log allows are these, with the rights of its owner. The triggers judge them
-- as before. Names are qualified: whoever calls must not choose what is found under them.
CREATE FUNCTION "forget_in_staff_audit_log"("person" uuid, "most" integer) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  WITH found AS (
    SELECT id FROM (
      SELECT id FROM public.staff_audit_log WHERE staff_sub = person
      UNION
      SELECT id FROM public.staff_audit_log WHERE member_sub = person
    ) entries ORDER BY id LIMIT most
  ), changed AS (
    UPDATE public.staff_audit_log AS entry
    SET staff_sub = nullif(staff_sub, person), member_sub = nullif(member_sub, person)
    FROM found WHERE entry.id = found.id
    RETURNING 1
  )
  SELECT count(*)::integer FROM changed
$$;--> statement-breakpoint
CREATE FUNCTION "purge_staff_audit_log"() RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = '' AS $$
  WITH gone AS (
    DELETE FROM public.staff_audit_log WHERE at < now() - interval '3 years' RETURNING 1
  )
  SELECT count(*)::integer FROM gone
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "forget_in_staff_audit_log"(uuid, integer), "purge_staff_audit_log"() FROM PUBLIC;
