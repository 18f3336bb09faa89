import { sql } from '#test/support/database.ts';

/** One part of an export, as it was read for a member with a row in every table. */
export interface ReadPart {
  /** The statements that the part sent, as one text. */
  readonly statements: string;
  readonly records: readonly object[];
}

/**
 * Columns of exported tables that no record has under their name. A new column must either be in a
 * record or be listed here with a reason.
 */
export const unexportedColumns: Readonly<Record<string, readonly string[]>> = {
  // A secret.
  'public.calendar_feeds': ['token_hash'],
  'public.guardian_consents': ['token_hash'],
  // The record has the load in kg, and the trainer.
  'public.chosen_loads': ['link_id', 'load_hg'],
  // The record has the answers.
  'public.health_checks': ['sealed'],
  // Ids made by a lock, a page or a machine, so that nothing is stored twice.
  'public.door_entries': ['entry_uuid'],
  'public.membership_requests': ['draft_id'],
  'public.tanren_connections': ['code_step', 'bout_uuid'],
  // A number that changes count, and a time that is set when the account is gone.
  'public.memberships': ['version', 'account_deleted_at'],
  // The address of the account, which is a part of its own.
  'public.notification_choices': ['email'],
  // Secrets.
  'public.push_subscriptions': ['p256dh', 'auth', 'origin_jti'],
  // The record has the message itself.
  'public.rejected_messages': ['byte_length'],
  // The record has the time of the offer that was mailed.
  'public.reservation_waits': ['mailed_at'],
  // The record leaves out the other person of the action.
  'public.staff_audit_log': ['target', 'staff_pseudonym'],
  // The record leaves out the id of the link.
  'public.trainer_views': ['link_id'],
  // The record calls it the seat. The others count moves and lock the reservation.
  'public.training_reservations': ['place', 'sequence', 'codes_shown_at'],
  // The text and the decision belong to the author and to staff. The record names the menu.
  'public.training_session_reports': [
    'training_session_id',
    'description',
    'decision',
    'decided_at',
  ],
  // Values that the app counts or derives.
  'public.training_sessions': ['version', 'favorite_count', 'published_at', 'draft_id'],
  // Ids of the sign-in. The record names its time differently.
  'public.user_pool_sessions': ['origin_jti', 'client_id', 'parent_jti', 'created_at'],
  // Secrets, and the state of the sign-in.
  'public.user_pool_users': [
    'status',
    'credential',
    'credential_version',
    'totp_secret',
    'totp_pending_secret',
    'totp_last_step',
    'preferred_factor',
  ],
  // A secret.
  'public.workout_claims': ['claim_hash'],
  // The record has loads in kg, and each rep with its load, its time and its measures.
  'public.workout_sets': [
    'position',
    'load_hg',
    'rep_loads_hg',
    'rep_ms',
    'rep_start_ms',
    'rep_measures',
  ],
  // The record has these values in kg or with each set, or they follow from the sets. The history
  // of the records has corrections and claims.
  'public.workouts': [
    'max_hg',
    'tfo_hg',
    'set_count',
    'rep_count',
    'top_load_hg',
    'top_reps',
    'one_rep_max_hg',
    'one_rep_max_reps',
    'is_max_best',
    'is_tfo_best',
    'is_one_rep_max_best',
    'session_run_id',
    'corrected_at',
    'correction_reason',
    'correction_state',
    'claimed_at',
    'strength_mean',
    'strength_sd',
    'planned_chance',
    'machine_offset',
    'offset_precision',
    'offset_weighted',
    'last_machine_id',
    'last_offset_weighted',
  ],
};

/** The row's own id and the accounts in it, which mean nothing outside of the database. */
const identityColumns = /^(id|sub|.+_sub)$/;

export function readsTable({ statements }: ReadPart, table: string): boolean {
  return statements.includes(`"${table.replace('public.', '')}"`);
}

/**
 * Lists the columns whose name is in no record of a part that reads their table. A column may have
 * its name on any level of a record.
 */
export async function listUnexportedColumns(
  url: string,
  tables: readonly string[],
  parts: readonly ReadPart[],
): Promise<Record<string, string[]>> {
  const columns = await sql<{ table: string; column: string }>(
    url,
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as table,
       column_name as column
     from information_schema.columns order by ordinal_position`,
  );
  const missing = tables.map((table): [string, string[]] => {
    const read = parts.filter((part) => readsTable(part, table));
    const names = listNames(read.flatMap(({ records }) => records));
    const ofTable = columns.filter((one) => one.table === table).map(({ column }) => column);
    const isMissing = (column: string) =>
      !identityColumns.test(column) && !names.has(toCamelCase(column));
    return [table, ofTable.filter(isMissing)];
  });
  return Object.fromEntries(missing.filter(([, left]) => left.length > 0));
}

function listNames(records: readonly object[]): Set<string> {
  const names = new Set<string>();
  JSON.parse(JSON.stringify(records), (name: string, value: unknown) => {
    names.add(name);
    return value;
  });
  return names;
}

function toCamelCase(column: string): string {
  return column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
