import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '#config/startup-error.ts';
import { errorCode } from '#http/error-code.ts';
import { copies } from './copy-table.ts';

/** Schema of the tables with 32 bits from the swap until they are dropped. */
export const outdated = 'long_ids_outdated';

/**
 * Maximum wait for the locks on all tables together. Every call waits behind them meanwhile, and
 * the swap itself takes some tens of milliseconds.
 */
const locksMs = 500;
/** Pause before the next attempt, in which the calls that waited are answered. */
const retryMs = 3000;
const maxWaitMs = 600_000;
const queryCanceled = '57014';

/**
 * Puts the complete copies in the place of their tables, with triggers, foreign keys and the state of
 * the sequences, in one transaction. Foreign keys are added without a check of all rows.
 */
export async function swapTables(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  const tables = names.map((name) => `public.${pg.escapeIdentifier(name)}`);
  const parts = await readParts(client, tables);
  const locked = [...new Set([...tables, ...parts.related])].join(', ');
  for (const startedAt = performance.now(); ; await sleep(retryMs)) {
    try {
      // Autovacuum gives way to this lock after a second. Reads and writes continue beside it.
      await client.query(`begin; lock table ${tables.join(', ')} in share update exclusive mode`);
      await client.query(`set local statement_timeout = ${locksMs}`);
      await client.query(`lock table ${locked} in access exclusive mode`);
      await client.query('set local statement_timeout = 0');
      await client.query(writeSwap(names, parts));
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (errorCode(error) !== queryCanceled) throw error;
      if (performance.now() - startedAt > maxWaitMs) {
        throw new StartupError(
          'the tables were in use for ten minutes, such as by a backup: run the command again, which continues here',
          { cause: error },
        );
      }
    }
  }
}

interface Parts {
  /** Other tables that a foreign key connects with these. Adding it locks them for a moment. */
  readonly related: readonly string[];
  readonly dropForeignKeys: readonly string[];
  readonly addForeignKeys: readonly string[];
  readonly triggers: readonly string[];
  readonly sequences: readonly string[];
}

async function readParts(client: pg.ClientBase, tables: readonly string[]): Promise<Parts> {
  const keys = await client.query<{ child: string; parent: string; name: string; text: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
       quote_ident(conname) as name, pg_get_constraintdef(oid) as text
     from pg_constraint
     where contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
     order by 1, 3`,
    [tables],
  );
  const triggers = await client.query<{ text: string }>(
    `select pg_get_triggerdef(oid) as text from pg_trigger
     where tgrelid = any($1::regclass[]) and not tgisinternal and tgname <> 'long_ids_copy'`,
    [tables],
  );
  const sequences = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'S' and oid in
       (select objid from pg_depend where refobjid = any($1::regclass[]) and deptype = 'i')`,
    [tables],
  );
  const foreignKeys = keys.rows;
  return {
    related: foreignKeys.flatMap(({ child, parent }) => [`public.${child}`, `public.${parent}`]),
    dropForeignKeys: foreignKeys.map(
      ({ child, name }) => `alter table public.${child} drop constraint ${name}`,
    ),
    addForeignKeys: foreignKeys.map(
      ({ child, name, text }) =>
        `alter table public.${child} add constraint ${name} ${text.replace(/ NOT VALID$/, '')} not valid`,
    ),
    triggers: triggers.rows.map(({ text }) => text),
    sequences: sequences.rows.map(({ name }) => name),
  };
}

function writeSwap(names: readonly string[], parts: Parts): string {
  const quoted = names.map((name) => pg.escapeIdentifier(name));
  return [
    ...parts.dropForeignKeys,
    ...quoted.map((name) => `drop trigger long_ids_copy on public.${name}`),
    ...parts.sequences.map(
      (name) => `select setval('${copies}.${name}', last_value, is_called) from public.${name}`,
    ),
    ...quoted.flatMap((name) => [
      `alter table public.${name} set schema ${outdated}`,
      `alter table ${copies}.${name} set schema public`,
    ]),
    ...parts.triggers,
    ...parts.addForeignKeys,
  ].join(';\n');
}

/** Checks the foreign keys that the swap has added. Reads and writes continue meanwhile. */
export async function validateForeignKeys(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s validate constraint %I', conrelid::regclass, conname) as statement
     from pg_constraint where contype = 'f' and not convalidated
       and connamespace = 'public'::regnamespace order by 1`,
  );
  for (const { statement } of rows) await client.query(statement);
}
