import { daysOfMonth, type PricedPlan } from '@tanren/domain/memberships/dues';
import type { DuesEntry } from '@tanren/domain/memberships/dues-ledger';
import type { MembershipTerms, MonthVisits } from '@tanren/domain/memberships/memberships';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { arrayLiteral } from '#db/array-literal.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { trainingReservations } from '#db/schema/booking.ts';
import { debitAccounts, duesEntries } from '#db/schema/dues.ts';
import { subscriptionPlans } from '#db/schema/gyms.ts';
import { memberships, membershipTerms } from '#db/schema/memberships.ts';
import { isKeptVisit } from '#modules/memberships/held-memberships.service.ts';

export interface NamedPlan extends PricedPlan {
  readonly name: string;
}

/** Membership with everything that decides about its dues of one month. */
export interface MonthRow extends Record<string, unknown> {
  readonly id: number;
  readonly name: string;
  readonly nameKana: string | null;
  /** Terms with a day in the month, earliest first. */
  readonly terms: MembershipTerms;
  readonly plans: readonly NamedPlan[];
  /** Entries of the month, oldest first. */
  readonly entries: readonly DuesEntry[];
  readonly visits: MonthVisits;
  readonly hasAccount: boolean;
}

interface GymMonth {
  readonly gymId: number;
  readonly month: string;
}

/**
 * Reads all memberships of a gym with a day or an entry in the month, by number. A gym has some
 * thousand memberships at most, and the sums of a month need all of them.
 */
export async function listMonth(
  db: Queryable,
  { gymId, month }: GymMonth,
  now: Date,
): Promise<MonthRow[]> {
  const { from, until } = daysOfMonth(month);
  const isKept = isKeptVisit(now);
  const { rows } = await db.execute<MonthRow>(sql`
    select m.id, m.name, m.name_kana as "nameKana", t.terms, p.plans, e.entries, v.visits,
      exists (select from ${debitAccounts} where membership_id = m.id) as "hasAccount"
    from ${memberships} m,
      lateral (
        select coalesce(jsonb_agg(jsonb_build_object('fromDay', from_day, 'lastDay', last_day,
          'planId', plan_id, 'paused', paused) order by from_day), '[]') as terms
        from ${membershipTerms}
        where membership_id = m.id and from_day < ${until}
          and (last_day is null or last_day >= ${from})
      ) t,
      lateral (
        select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'price', s.price,
          'per', s.per, 'countsNoShows', s.counts_no_shows)), '[]') as plans,
          coalesce(bool_or(s.per = 'visit'), false) as "isPerVisit"
        from ${subscriptionPlans} s
        where s.id in (select (term ->> 'planId')::integer from jsonb_array_elements(t.terms) term)
      ) p,
      lateral (
        select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'amount', amount) order by id),
          '[]') as entries
        from ${duesEntries} where membership_id = m.id and month = ${month}
      ) e,
      lateral (
        select jsonb_build_object('kept', count(*) filter (where ${isKept}), 'noShows',
          count(*) filter (where not ${isKept})) as visits
        from ${trainingReservations}
        where p."isPerVisit" and membership_id = m.id and gym_day >= ${from} and gym_day < ${until}
          and cancelled_at is null
      ) v
    where m.gym_id = ${gymId} and (t.terms <> '[]' or e.entries <> '[]')
    order by m.id`);
  return rows;
}

export type NewDuesEntry = Omit<typeof duesEntries.$inferInsert, 'id'>;

/** Maximum number of rows in one statement, because PostgreSQL allows at most 65,535 values. */
const maxBatchSize = 1000;

/**
 * Inserts entries. A charge of a month that another node has charged meanwhile is left out, and so is
 * an entry that was sent before. Returns the amounts of the inserted ones.
 */
export async function insertEntries(
  tx: Transaction,
  entries: readonly NewDuesEntry[],
): Promise<number[]> {
  const amounts: number[] = [];
  for (let from = 0; from < entries.length; from += maxBatchSize) {
    const inserted = await tx
      .insert(duesEntries)
      .values(entries.slice(from, from + maxBatchSize))
      .onConflictDoNothing()
      .returning({ amount: duesEntries.amount });
    amounts.push(...inserted.map(({ amount }) => amount));
  }
  return amounts;
}

export interface MonthEntries extends Record<string, unknown> {
  readonly membershipId: number;
  readonly month: string;
  readonly entries: readonly DuesEntry[];
}

/** Maximum number of months of a membership that an answer has. */
const maxMonths = 24;

/** Reads the months of memberships that have entries, newest first, at most 24 of each. */
export async function listMonths(
  db: Queryable,
  ofMemberships: readonly number[],
): Promise<MonthEntries[]> {
  if (ofMemberships.length === 0) return [];
  const { rows } = await db.execute<MonthEntries>(sql`
    select "membershipId", month, entries from (
      select membership_id as "membershipId", month,
        jsonb_agg(jsonb_build_object('kind', kind, 'amount', amount) order by id) as entries,
        row_number() over (partition by membership_id order by month desc) as place
      from ${duesEntries}
      where membership_id = any (${arrayLiteral(ofMemberships)}::integer[])
      group by membership_id, month
    ) months
    where place <= ${maxMonths}
    order by "membershipId" desc, month desc`);
  return rows;
}

/** Reads the months in which something is still owed. */
export async function listOpenMonths(
  db: Queryable,
  ofMemberships: readonly number[],
): Promise<MonthEntries[]> {
  if (ofMemberships.length === 0) return [];
  const { rows } = await db.execute<MonthEntries>(sql`
    select membership_id as "membershipId", month,
      jsonb_agg(jsonb_build_object('kind', kind, 'amount', amount) order by id) as entries
    from ${duesEntries}
    where membership_id = any (${arrayLiteral(ofMemberships)}::integer[])
    group by membership_id, month having sum(amount) > 0`);
  return rows;
}

/** Sums all entries of each membership. A membership without entries is not in the result. */
export async function sumBalances(
  db: Queryable,
  ofMemberships: readonly number[],
): Promise<Map<number, number>> {
  if (ofMemberships.length === 0) return new Map();
  const { membershipId, amount } = duesEntries;
  const rows = await db
    .select({ membershipId, balance: sql<string>`sum(${amount})` })
    .from(duesEntries)
    .where(inArray(membershipId, [...ofMemberships]))
    .groupBy(membershipId);
  return new Map(rows.map((row) => [row.membershipId, Number(row.balance)]));
}

const maxEntries = 200;

/** Reads the entries of a membership, newest first, at most 200. */
export async function listEntries(db: Queryable, membershipId: number) {
  return await db
    .select()
    .from(duesEntries)
    .where(eq(duesEntries.membershipId, membershipId))
    .orderBy(desc(duesEntries.id))
    .limit(maxEntries);
}

export async function findDraft(db: Queryable, draftId: string) {
  const [found] = await db.select().from(duesEntries).where(eq(duesEntries.draftId, draftId));
  return found ?? null;
}

/** Names memberships by their id. */
export async function nameMemberships(
  db: Queryable,
  ofMemberships: readonly number[],
): Promise<Map<number, string>> {
  const { id, name } = memberships;
  const rows = await db
    .select({ id, name })
    .from(memberships)
    .where(and(inArray(id, [...ofMemberships])))
    .orderBy(asc(id));
  return new Map(rows.map((row) => [row.id, row.name]));
}
