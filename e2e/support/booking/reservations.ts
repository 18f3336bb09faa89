import { randomInt, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addDays, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import type { Account } from '#support/identity/accounts.ts';
import { type EmbeddedServer, runSql } from '#support/server/embedded-server.ts';
import { callApi, ignoreConsoleErrors, openAs } from '#support/members/members.ts';
import { joinGym } from '#support/memberships/memberships.ts';
import { readSub } from '#support/workouts/workouts.ts';

interface GymOptions {
  readonly name?: string;
  readonly slotMinutes?: number;
  readonly capacity?: number;
  readonly deadlineMinutes?: number;
  /** Opening and closing hour. An hour above 24 is on the next morning. */
  readonly opens?: number;
  readonly closes?: number;
  /** Day of the week on which the gym is closed, where 0 is Sunday. */
  readonly closedWeekday?: number;
  /** Members of the gym, who can reserve there or open the door. */
  readonly members?: readonly Account[];
}

/** Makes a separate gym, which is open around the clock by default. Returns its id. */
export async function makeGym(embedded: EmbeddedServer, options: GymOptions = {}): Promise<number> {
  const { name = `ジム${randomUUID().slice(0, 6)}`, slotMinutes = 60, capacity = 5 } = options;
  const { deadlineMinutes = 60, opens = 0, closes = 24, closedWeekday = -1 } = options;
  // Low ids belong to the gyms of the machines and the rankings.
  const id = randomInt(1000, 1_000_000_000);
  await runSql(
    embedded.dataDir,
    `with gym as (
       insert into gyms (id, name, address, slot_minutes, capacity, cancel_deadline_minutes)
       values ($8, $1, '東京都千代田区神田1-1-1', $2, $3, $4) returning id),
     hours as (
       insert into gym_weekly_hours (gym_id, weekday, opens_minute, closes_minute)
       select gym.id, day, $5::int, $6::int from gym, generate_series(0, 6) day where day <> $7)
     select id from gym`,
    [name, slotMinutes, capacity, deadlineMinutes, opens * 60, closes * 60, closedWeekday, id],
  );
  await joinGym(embedded, id, options.members ?? []);
  return id;
}

export function dayAhead(days: number): string {
  return addDays(toGymDay(new Date()), days);
}

export const tomorrow = () => dayAhead(1);

export function instantOf(gymDay: string, hour: number): string {
  return toGymInstant(gymDay, hour * 60).toISOString();
}

export interface SeatRow {
  readonly gymId: number;
  readonly day: string;
  /** Hour of the day. An hour above 24 is on the next morning. */
  readonly hour: number;
  readonly minutes?: number;
}

/** Inserts a reservation that the member made before. Returns its id. */
export async function insertReservation(
  { dataDir }: EmbeddedServer,
  account: Account,
  { gymId, day, hour, minutes = 60 }: SeatRow,
  madeMinutesAgo = 60,
): Promise<number> {
  const sub = await readSub(account);
  const [made] = await runSql(
    dataDir,
    `insert into training_reservations
       (gym_id, gym_day, starts_at, ends_at, place, sub, created_at)
     select $1::int, $2::date, $3::timestamptz, $3::timestamptz + $4 * interval '1 minute',
       coalesce((select max(place) from training_reservations
         where gym_id = $1 and starts_at = $3 and cancelled_at is null), 0) + 1,
       $5, now() - $6 * interval '1 minute'
     returning id`,
    [gymId, day, instantOf(day, hour), minutes, sub, madeMinutesAgo],
  );
  return Number(made?.['id']);
}

/** Reserves like the member on another device. Returns the status and the reservation. */
export async function reserveElsewhere(
  embedded: EmbeddedServer,
  account: Account,
  { gymId, day, hour }: SeatRow,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const path = `/training-reservations/gyms/${gymId}/${day}`;
  return callApi(embedded, account, 'POST', path, { startsAt: instantOf(day, hour) });
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

/** Opens the view of the member's own reservations. */
export const openMine = (page: Page, account: Account, gym: number) =>
  openAs(page, account, `/reservations?gym=${gym}&view=mine`);

/** Ignores errors in the console about rejected requests, which the test causes on purpose. */
export function allowRejections(): void {
  ignoreConsoleErrors('status of 409');
}

/** Finds the row of a slot by its displayed time. */
export const slot = (page: Page, time: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(time, { exact: true }) });

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Opens the member's own reservations, which are a separate view on a phone. */
export const showMine = (page: Page) =>
  page
    .getByRole('navigation', { name: '予約の表示' })
    .getByRole('link', { name: /予約一覧/ })
    .click();

export const cards = (page: Page) => page.getByRole('main').getByRole('article');
