import pg from 'pg';
import { errorCode } from '#http/error-code.ts';
import { StartupError } from '#config/startup-error.ts';

const undefinedObject = '42704';

/**
 * Selects only the tables and sequences of the current role. The database may also contain tables
 * of other roles.
 */
const ownThings = `select current_user as me,
    string_agg(oid::regclass::text, ', ') filter (where relkind in ('r', 'p')) as tables,
    string_agg(oid::regclass::text, ', ') filter (where relkind = 'S') as sequences
  from pg_class
  where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'usage')`;

/**
 * Grants the program the right to read and write rows in tables that belong to another role. It
 * cannot create tables or triggers, and it changes the audit log only through two functions that
 * keep its rules. This bounds the damage of an SQL injection. The caller must hold the migration
 * lock, because two concurrent grants would fail.
 */
export async function grantProgram(owner: pg.Client, programRole: string): Promise<void> {
  const { rows } = await owner.query<{ me: string; tables: string; sequences: string }>(ownThings);
  const [own] = rows;
  // The owner of the tables would lose rights by the `revoke` statements.
  if (own === undefined || own.me === programRole) return;
  const role = pg.escapeIdentifier(programRole);
  const functions = 'forget_in_staff_audit_log(uuid, integer), purge_staff_audit_log()';
  const statements = [
    'begin',
    `grant usage on schema public, drizzle to ${role}`,
    `grant select on table drizzle.__drizzle_migrations to ${role}`,
    `grant select, insert, update, delete on table ${own.tables} to ${role}`,
    `revoke update, delete, truncate on table staff_audit_log from ${role}`,
    `grant usage, select, update on sequence ${own.sequences} to ${role}`,
    `revoke all on sequence staff_audit_log_id_seq from ${role}`,
    `grant execute on function ${functions} to ${role}`,
    'commit',
  ];
  await owner.query(statements.join(';')).catch((error: unknown) => {
    if (errorCode(error) !== undefinedObject) throw error;
    throw new StartupError(
      `the database has no role ${programRole}, which DATABASE_URL or --grant names: create it (create role … login password …)`,
      { cause: error },
    );
  });
}
