import pg from 'pg';
import { runBesideReaders } from '#db/migrate.ts';
import type { NarrowTable } from './narrow-tables.ts';

/** Schema of the copies while rows are added to them, and of their progress. */
export const copies = 'long_ids_copies';

/** Rows of the first batch. Later ones take about `batchMs`, for which writers of a row may wait. */
const firstBatch = 500;
const largestBatch = 20_000;
const batchMs = 200;
/** The wait is below PostgreSQL's `deadlock_timeout`, so that a batch gives way and never a call. */
const batchLock = { lockMs: 100, pauseMs: 100 };

const quote = (name: string) => pg.escapeIdentifier(name);

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isKey: boolean;
}

/** Reads the columns in their order, and which of them are the primary key. */
async function readColumns(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, null) as type,
       coalesce(attnum = any(k.conkey), false) as "isKey"
     from pg_attribute left join pg_constraint k on k.conrelid = attrelid and k.contype = 'p'
     where attrelid = $1::regclass and attnum > 0 and not attisdropped
     order by array_position(k.conkey, attnum), attnum`,
    [`public.${table}`],
  );
  return rows;
}

/**
 * Creates an empty copy with 64 bits, and a trigger that repeats every change of the table in it.
 * Both come in one transaction, so a copy always has its trigger. Constraints and keys are those of
 * the table. Other indexes follow after the rows.
 */
export async function createCopy(client: pg.Client, { name, columns }: NarrowTable): Promise<void> {
  const table = `public.${quote(name)}`;
  const copy = `${copies}.${quote(name)}`;
  const { rows } = await client.query<{ found: string | null }>(
    'select to_regclass($1)::text as found',
    [copy],
  );
  if (rows[0]?.found !== null) return;
  await client.query(`create table ${copy} (like ${table} including defaults
    including constraints including identity including storage including generated)`);
  for (const column of columns) {
    await client.query(`alter table ${copy} alter column ${quote(column)} type bigint`);
  }
  const parts = await client.query<{ statement: string }>(
    `select format('alter table ${copy} add constraint %I %s', conname, pg_get_constraintdef(oid)) as statement
     from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u', 'x')
     union all
     select format('alter table ${copy} set (%s)', array_to_string(reloptions, ', '))
     from pg_class where oid = $1::regclass and reloptions is not null
     union all
     select format('alter table ${copy} owner to %I', pg_get_userbyid(relowner))
     from pg_class where oid = $1::regclass
     union all
     select format('grant %s on ${copy} to %I', privilege_type, pg_get_userbyid(grantee))
     from pg_class, aclexplode(relacl)
     where oid = $1::regclass and grantee not in (0, relowner)
     union all
     select format('grant %s on sequence ${copies}.%I to %I', privilege_type, relname, pg_get_userbyid(grantee))
     from pg_class, aclexplode(relacl)
     where relkind = 'S' and grantee not in (0, relowner) and oid in
       (select objid from pg_depend where refobjid = $1::regclass and deptype = 'i')`,
    [table],
  );
  for (const { statement } of parts.rows) await client.query(statement);
  // `like` copies the largest number of 32 bits too, and gives every sequence 64.
  const sequences = await client.query<{ statement: string }>(
    `select format('alter sequence %s as %s no maxvalue', objid::regclass, format_type(atttypid, null)) as statement
     from pg_depend join pg_attribute on attrelid = refobjid and attnum = refobjsubid
     where refobjid = $1::regclass and pg_depend.classid = 'pg_class'::regclass and deptype = 'i'`,
    [copy],
  );
  for (const { statement } of sequences.rows) await client.query(statement);
  await createTrigger(client, name);
}

async function createTrigger(client: pg.Client, name: string): Promise<void> {
  const columns = await readColumns(client, name);
  const list = (of: readonly Column[], prefix = '') =>
    of.map((column) => prefix + quote(column.name)).join(', ');
  const keys = columns.filter(({ isKey }) => isKey);
  const others = columns.filter(({ isKey }) => !isKey);
  const copy = `${copies}.${quote(name)}`;
  const repeat = `${copies}.${quote(`repeat_${name}`)}`;
  // The program may not write to the copy, so the function has the rights of its owner.
  await client.query(`create function ${repeat}() returns trigger
    language plpgsql security definer set search_path = '' as $$
    begin
      if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (${list(keys, 'old.')}) <> (${list(keys, 'new.')})) then
        delete from ${copy} where (${list(keys)}) = (${list(keys, 'old.')});
      end if;
      if tg_op <> 'DELETE' then
        insert into ${copy} (${list(columns)}) overriding system value
        values (${list(columns, 'new.')})
        on conflict (${list(keys)}) do update
        set ${others.map((column) => `${quote(column.name)} = excluded.${quote(column.name)}`).join(', ')};
      end if;
      return null;
    end $$`);
  await client.query(`create trigger long_ids_copy after insert or update or delete
    on public.${quote(name)} for each row execute function ${repeat}()`);
}

/**
 * Copies all rows in the order of the key, in small transactions. The rows of a batch are locked
 * against changes until it is committed. Without that, a row that is deleted meanwhile could stay in
 * the copy. Returns the number of copied rows. An interrupted copy continues at its last batch.
 */
export async function copyRows(client: pg.Client, name: string): Promise<number> {
  const columns = await readColumns(client, name);
  const all = columns.map((column) => quote(column.name)).join(', ');
  const keys = columns.filter(({ isKey }) => isKey);
  const key = keys.map((column) => quote(column.name)).join(', ');
  const copyBatch = (after: readonly string[]) => `
    with batch as (
      select * from public.${quote(name)}
      ${after.length === 0 ? '' : `where (${key}) > (${keys.map(({ type }, at) => `$${at + 2}::${type}`).join(', ')})`}
      order by ${key} limit $1::bigint for share
    ), copied as (
      insert into ${copies}.${quote(name)} (${all}) overriding system value
      select ${all} from batch on conflict (${key}) do nothing
    )
    select ${keys.map((column) => `${quote(column.name)}::text`).join(', ')} from batch`;
  let limit = firstBatch;
  let copied = 0;
  let { after, done } = await readProgress(client, name);
  while (!done) {
    const startedAt = performance.now();
    const batch = await runBesideReaders(
      client,
      async () => {
        const found = await client.query<string[]>({
          text: copyBatch(after),
          values: [limit, ...after],
          rowMode: 'array',
        });
        const isLast = found.rows.length < limit;
        await client.query(`update ${copies}.progress set after = $2, done = $3 where name = $1`, [
          name,
          found.rows.at(-1) ?? after,
          isLast,
        ]);
        return { rows: found.rows, isLast };
      },
      batchLock,
    );
    copied += batch.rows.length;
    after = batch.rows.at(-1) ?? after;
    done = batch.isLast;
    const share = batchMs / (performance.now() - startedAt);
    limit = Math.round(Math.min(largestBatch, limit * Math.min(2, Math.max(0.2, share)))) || 1;
  }
  return copied;
}

async function readProgress(client: pg.Client, name: string) {
  await client.query(`insert into ${copies}.progress (name) values ($1) on conflict do nothing`, [
    name,
  ]);
  const { rows } = await client.query<{ after: string[]; done: boolean }>(
    `select after, done from ${copies}.progress where name = $1`,
    [name],
  );
  return rows[0] ?? { after: [], done: false };
}

/** Builds the indexes of the table for its copy, without stopping the trigger's writes. */
export async function createIndexes(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ name: string; statement: string; built: boolean | null }>(
    `select i.relname as name, pg_get_indexdef(i.oid) as statement,
       (select indisvalid from pg_index where indexrelid = to_regclass(format('${copies}.%I', i.relname))) as built
     from pg_index join pg_class i on i.oid = indexrelid
     where indrelid = $1::regclass
       and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)`,
    [`public.${quote(name)}`],
  );
  for (const index of rows.filter(({ built }) => built !== true)) {
    // An interrupted attempt leaves an invalid index.
    await client.query(`drop index concurrently if exists ${copies}.${quote(index.name)}`);
    await client.query(
      index.statement.replace(
        /^(CREATE (?:UNIQUE )?INDEX) (\S+) ON \S+ /,
        `$1 CONCURRENTLY $2 ON ${copies}.${quote(name)} `,
      ),
    );
  }
  await client.query(`vacuum (analyze) ${copies}.${quote(name)}`);
}
