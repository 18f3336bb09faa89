-- Nodes remember verified tokens (plugins/token-cache.ts). Whatever ends a sign-in or changes an
-- account is told to all of them when it commits, by whichever way it was done. Nothing is told of
-- what every call may write: that a device was seen.
CREATE FUNCTION "tell_session_change"() RETURNS trigger
LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF tg_op = 'TRUNCATE' THEN
    PERFORM pg_notify('session_changes', '');
  ELSE
    PERFORM pg_notify('session_changes', old.sub::text);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "user_pool_sessions_changed" AFTER UPDATE ON "user_pool_sessions" FOR EACH ROW
WHEN ((old.sub, old.revoked_at, old.expires_at, old.authenticated_at)
  IS DISTINCT FROM (new.sub, new.revoked_at, new.expires_at, new.authenticated_at))
EXECUTE FUNCTION "tell_session_change"();--> statement-breakpoint
CREATE TRIGGER "user_pool_sessions_deleted" AFTER DELETE ON "user_pool_sessions" FOR EACH ROW
WHEN (old.revoked_at IS NULL) EXECUTE FUNCTION "tell_session_change"();--> statement-breakpoint
CREATE TRIGGER "user_pool_sessions_emptied" AFTER TRUNCATE ON "user_pool_sessions"
FOR EACH STATEMENT EXECUTE FUNCTION "tell_session_change"();--> statement-breakpoint
CREATE TRIGGER "user_pool_users_changed" AFTER UPDATE ON "user_pool_users" FOR EACH ROW
WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION "tell_session_change"();--> statement-breakpoint
CREATE TRIGGER "user_pool_users_deleted" AFTER DELETE ON "user_pool_users" FOR EACH ROW
EXECUTE FUNCTION "tell_session_change"();
