import pg from 'pg';
import { errorCode } from '#error-code.ts';
import { StartupError } from '#startup-error.ts';

const undefinedObject = '42704';

/**
 * What the program may do in a database whose tables belong to another role: read and write rows.
 * No tables, no triggers, and in the audit log neither change nor deletion but by the two
 * functions that keep its rules. A hole in a query reaches no further.
 * Whoever calls this holds the lock of the migrations: two that grant at once would clash.
 */
export async function grantProgram(owner: pg.Client, programRole: string): Promise<void> {
  const { rows } = await owner.query<{ me: string }>('select current_user as me');
  // Whoever owns the tables loses rights by what is taken away below.
  if (rows[0]?.me === programRole) return;
  const role = pg.escapeIdentifier(programRole);
  const functions = 'forget_in_staff_audit_log(uuid, integer), purge_staff_audit_log()';
  const statements = [
    'begin',
    `grant usage on schema public, drizzle to ${role}`,
    `grant select on all tables in schema drizzle to ${role}`,
    `grant select, insert, update, delete on all tables in schema public to ${role}`,
    `revoke update, delete, truncate on staff_audit_log from ${role}`,
    `grant usage, select, update on all sequences in schema public to ${role}`,
    `revoke all on sequence staff_audit_log_id_seq from ${role}`,
    `grant execute on function ${functions} to ${role}`,
    'commit',
  ];
  await owner.query(statements.join(';')).catch((error: unknown) => {
    if (errorCode(error) !== undefinedObject) throw error;
    throw new StartupError(
      `the database has no role ${programRole}, which DATABASE_URL names: create it (create role … login password …)`,
      { cause: error },
    );
  });
}
