import { randomBytes } from 'node:crypto';
import { toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { getTableColumns, type InferSelectModel, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '#db/database.ts';
import {
  gymLegalNotices,
  gyms,
  gymSpecialDays,
  gymWeeklyHours,
  subscriptionPlans,
} from '#db/schema/gyms.ts';
import { duesEntries } from '#db/schema/dues.ts';
import { membershipEvents, memberships, membershipTerms } from '#db/schema/memberships.ts';
import { unlinkedBouts } from '#db/schema/workout-records.ts';
import { chosenLoads, trainerLinks, trainerViews } from '#db/schema/trainers.ts';
import { reservationWaits, trainingReservations } from '#db/schema/booking.ts';
import {
  favoriteTrainingSessions,
  trainingSessionRuns,
  trainingSessions,
} from '#db/schema/menus.ts';
import { demoPlans } from '@tanren/demo/memberships/demo-plans';
import type { DemoWorld } from '@tanren/demo/demo-world';
import { markArrivals } from '@tanren/demo/booking/arrivals';
import type { ReservationRows } from '@tanren/demo/booking/reservation-rows';
import type { MenuRows, RunRow } from '@tanren/demo/menus/menu-rows';
import { countTags, indexMenu } from '#modules/menus/menu-index.store.ts';
import { demoGyms, describeHours } from '@tanren/demo/gyms/demo-gyms';
import { demoLegalNotices } from '@tanren/demo/gyms/demo-legal-notices';
import type { UnlinkedBout } from '@tanren/demo/workouts/unlinked-bouts';
import type { TrainerRows } from '@tanren/demo/trainers/trainer-rows';

/**
 * Inserts the gyms with hours and plans. The database creates the secrets of their doors, so they
 * differ between worlds.
 */
export async function insertGyms(tx: Transaction, today: string): Promise<void> {
  await tx.insert(gyms).values(demoGyms.map(({ hours: _hours, closedOn: _day, ...row }) => row));
  const updatedAt = toGymInstant(today, 0);
  await tx.insert(gymLegalNotices).values(demoLegalNotices.map((row) => ({ ...row, updatedAt })));
  for (const gym of demoGyms) {
    const { weekly, specialDays } = describeHours(gym, today);
    const week = weekly.map((hours, weekday) => hours && { gymId: gym.id, weekday, ...hours });
    await tx.insert(gymWeeklyHours).values(week.filter((day) => day !== null));
    const special = specialDays.map(({ hours, ...day }) => ({ gymId: gym.id, ...day, ...hours }));
    await tx.insert(gymSpecialDays).values(special);
  }
  await tx.insert(subscriptionPlans).values(
    demoPlans.map((plan, index) => ({
      ...plan,
      weekdays: [...plan.weekdays],
      position: index + 1,
    })),
  );
}

/** Large enough to amortise a statement, small enough to be sent at once. */
const batchRows = 1000;

/**
 * Inserts many rows, including their ids. They are sent as JSON in one parameter, because a
 * statement may have at most 65,535 parameters.
 */
export async function insertRows<T extends PgTable>(
  tx: Transaction,
  table: T,
  rows: readonly InferSelectModel<T>[],
): Promise<void> {
  const columns = Object.entries(getTableColumns(table));
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  const typed = sql.join(
    columns.map(
      ([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`,
    ),
    sql`, `,
  );
  // The next batch is encoded while the database is busy with the previous one.
  let running: Promise<unknown> = Promise.resolve();
  for (let start = 0; start < rows.length; start += batchRows) {
    const batch = rows.slice(start, start + batchRows).map((row) => {
      const values: Record<string, unknown> = row;
      return Object.fromEntries(columns.map(([key, { name }]) => [name, toJson(values[key])]));
    });
    const text = JSON.stringify(batch);
    await running;
    running = tx.execute(sql`
      insert into ${table} (${names}) overriding system value
      select ${names} from json_to_recordset(${text}::json) as row (${typed})`);
  }
  await running;
}

/** Converts lists and bytes to PostgreSQL's own syntax, which it reads faster than JSON. */
function toJson(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return Array.isArray(value) ? writeArray(value) : value;
}

function writeArray(list: readonly unknown[]): string {
  const parts = list.map((one) => {
    if (Array.isArray(one)) return writeArray(one);
    return one === null ? 'NULL' : JSON.stringify(one);
  });
  return `{${parts.join(',')}}`;
}

/** Inserts the menus with the same search fields and counts as those of members. */
export async function insertMenus(
  tx: Transaction,
  { menus, favorites }: MenuRows,
  runs: readonly RunRow[],
): Promise<void> {
  await tx.insert(trainingSessions).overridingSystemValue().values(menus);
  for (const menu of menus) await indexMenu(tx, menu);
  await countTags(tx, [], menus);
  await insertRows(tx, favoriteTrainingSessions, favorites);
  await tx
    .insert(trainingSessionRuns)
    .overridingSystemValue()
    .values([...runs]);
}

export async function insertTrainer(
  tx: Transaction,
  { links, views, chosen }: TrainerRows,
): Promise<void> {
  await tx
    .insert(trainerLinks)
    .overridingSystemValue()
    .values([...links]);
  await tx
    .insert(trainerViews)
    .overridingSystemValue()
    .values([...views]);
  await tx.insert(chosenLoads).values([...chosen]);
}

/** Inserts memberships with their dues. The gyms and their plans must exist already. */
export async function insertMemberships(
  tx: Transaction,
  { memberships: rows, dues }: Pick<DemoWorld, 'memberships' | 'dues'>,
): Promise<void> {
  await insertRows(tx, memberships, rows.memberships);
  await insertRows(tx, membershipTerms, rows.terms);
  await insertRows(tx, membershipEvents, rows.events);
  await insertRows(tx, duesEntries, dues);
}

/** Inserts reservations and marks arrivals up to now. Gyms, menus and memberships must exist. */
export async function insertReservations(
  tx: Transaction,
  { reservations, waits, present }: ReservationRows,
  now: Date,
): Promise<void> {
  const known = markArrivals(reservations, toGymDay(now), now);
  await insertRows(tx, trainingReservations, present === null ? known : [...known, present]);
  await insertRows(tx, reservationWaits, waits);
}

/** Inserts bouts of people without the app. Nobody knows their claim codes. */
export async function insertUnlinked(
  tx: Transaction,
  bouts: readonly UnlinkedBout[],
): Promise<void> {
  const rows = bouts.map((bout) => ({
    ...bout,
    claimHash: randomBytes(32),
    receivedAt: bout.endedAt,
    sets: null,
    takenAt: null,
  }));
  await insertRows(tx, unlinkedBouts, rows);
}
