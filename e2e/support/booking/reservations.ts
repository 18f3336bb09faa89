import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addDays, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import type { Account } from '#support/identity/accounts.ts';
import { type EmbeddedServer, runSql } from '#support/server/embedded-server.ts';
import { openAs } from '#support/members/members.ts';
import { joinGym } from '#support/memberships/memberships.ts';

/** Makes a separate gym, which is open around the clock, and its members. Returns its id. */
export async function makeGym(
  embedded: EmbeddedServer,
  members: readonly Account[] = [],
): Promise<number> {
  // Low ids belong to the gyms of the machines and the rankings.
  const id = randomInt(1000, 1_000_000_000);
  await runSql(
    embedded.dataDir,
    `with gym as (
       insert into gyms (id, name, address, slot_minutes, capacity, cancel_deadline_minutes)
       values ($1, $2, '東京都千代田区神田1-1-1', 60, 5, 60) returning id)
     insert into gym_weekly_hours (gym_id, weekday, opens_minute, closes_minute)
     select gym.id, day, 0, 1440 from gym, generate_series(0, 6) day`,
    [id, `ジム${randomUUID().slice(0, 6)}`],
  );
  await joinGym(embedded, id, members);
  return id;
}

export function dayAhead(days: number): string {
  return addDays(toGymDay(new Date()), days);
}

export const tomorrow = () => dayAhead(1);

function instantOf(gymDay: string, hour: number): string {
  return toGymInstant(gymDay, hour * 60).toISOString();
}

interface SeatRow {
  readonly gymId: number;
  readonly day: string;
  /** Hour of the day. An hour above 24 is on the next morning. */
  readonly hour: number;
}

/** Returns how many seats of a slot are taken. */
export async function countTaken(
  { dataDir }: EmbeddedServer,
  { gymId, day, hour }: SeatRow,
): Promise<number> {
  const [counted] = await runSql(
    dataDir,
    `select count(*)::int as taken from training_reservations
     where gym_id = $1 and starts_at = $2 and cancelled_at is null`,
    [gymId, instantOf(day, hour)],
  );
  return Number(counted?.['taken']);
}

export const reservationsAddress = (gym: number, date: string, others = '') =>
  `/reservations?gym=${gym}&date=${date}${others}`;

/** Opens the slots of tomorrow. */
export const openSlots = (page: Page, account: Account, gym: number) =>
  openAs(page, account, reservationsAddress(gym, tomorrow()));

/** Finds the row of a slot by its displayed time. */
export const slot = (page: Page, time: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(time, { exact: true }) });

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
