import pg from 'pg';
import { errorCode } from '#error-code.ts';
import { StartupError } from '#startup-error.ts';

const undefinedObject = '42704';

/** An operator may keep tables of another role beside ours, which are none of our business. */
const ownThings = `select current_user as me,
    string_agg(oid::regclass::text, ', ') filter (where relkind in ('r', 'p')) as tables,
    string_agg(oid::regclass::text, ', ') filter (where relkind = 'S') as sequences
  from pg_class
  where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'usage')`;

/**
 * What the program may do in a database whose tables belong to another role: read and write rows.
 * No tables, no triggers, and in the audit log neither change nor deletion but by the two
 * functions that keep its rules. A hole in a query reaches no further.
 * Whoever calls this holds the lock of the migrations: two that grant at once would clash.
 */
export async function grantProgram(owner: pg.Client, programRole: string): Promise<void> {
  const { rows } = await owner.query<{ me: string; tables: string; sequences: string }>(ownThings);
  const [own] = rows;
  // Whoever owns the tables loses rights by what is taken away below.
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
