import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TrainingReservation } from '@tanren/contract/booking/training-reservations';
import { addDays, toGymDay, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { requiredTermsVersion } from '@tanren/domain/members/terms';
import type { Database } from '#db/database.ts';
import { termsAgreements, userInfos } from '#db/schema/members.ts';
import { sql } from '#test/support/database.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMembership, addPlan } from '#test/support/memberships/memberships.ts';

/** Two hundred kills take about half an hour, so no member runs out of slots. */
const slotMinutes = 15;
const slotsPerDay = (24 * 60) / slotMinutes;
/** Ids that the gyms of the machines do not use. */
const gymId = 1000;
const rushGymId = 1001;
const rushSize = 12;
/** Seats for which the members of a rush compete. */
export const rushSeats = 3;
const hangMs = 10_000;
const pauseMs = 500;
/** One fewer than a member may have: the oldest is cancelled before the next is reserved. */
const maxReservationsEach = 3;

/** One slot that a member wants, from the first request until the server has confirmed a result. */
interface Booking {
  readonly sub: string;
  readonly startsAt: Date;
  /** `null` until the server confirms the reservation. */
  id: number | null;
  isCancelled: boolean;
}

interface CallAnswer<T> {
  /** 0 without an answer, for example after a broken connection. */
  readonly status: number;
  readonly body: T | null;
}

export interface BookingMembers {
  /** Descriptions of errors: calls that hung, and unexpected answers. */
  readonly violations: readonly string[];
  /** Number of reservations and cancellations that the server has confirmed. */
  readonly acknowledged: () => number;
  /** Lets new members reserve the same slot at once. Returns how many were given a seat. */
  readonly rush: () => Promise<number>;
  /** Lets all members finish their current call. */
  readonly stop: () => Promise<void>;
  /** Compares every confirmed answer with the rows. Returns an empty list if all match. */
  readonly compare: (databaseUrl: string) => Promise<string[]>;
}

/** Starts members who reserve one slot after the other and cancel older ones until stopped. */
export async function startBookingMembers(
  db: Database,
  {
    url,
    count,
    issue,
    rushes = 0,
  }: { url: string; count: number; issue: (sub: string) => string; rushes?: number },
): Promise<BookingMembers> {
  const openGym = async (id: number, capacity: number, size: number) => {
    const gym = await addGym(db, openDaily(0, 24), { id, capacity, slotMinutes });
    const planId = await addPlan(db, gym.id);
    const subs = Array.from({ length: size }, () => randomUUID());
    for (const sub of subs) await addMembership(db, { sub, gymId: gym.id, planId });
    await onboard(db, subs);
    return { gym, subs };
  };
  const { gym, subs } = await openGym(gymId, 1000, count);
  const crowd = await openGym(rushGymId, rushSeats, rushes * rushSize);
  const tokens = new Map<string, string>([...subs, ...crowd.subs].map((sub) => [sub, issue(sub)]));
  const firstDay = addDays(toGymDay(new Date()), 2);

  const violations: string[] = [];
  const bookings: Booking[] = [];
  let acknowledged = 0;
  const end = { isOver: false };

  async function call<T>(
    sub: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<CallAnswer<T>> {
    const headers = {
      authorization: `Bearer ${tokens.get(sub)}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const signal = AbortSignal.timeout(hangMs);
    try {
      const response = await fetch(`${url}/api${path}`, { method, headers, signal, ...init });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : (JSON.parse(text) as T) };
    } catch {
      if (signal.aborted) violations.push(`${method} ${path} hung for more than ${hangMs} ms`);
      return { status: 0, body: null };
    }
  }

  /** Sends a request and retries while the server is away, as a page does. */
  async function request<T>(
    sub: string,
    method: string,
    path: string,
    body?: object,
  ): Promise<CallAnswer<T> & { readonly tries: number }> {
    for (let tries = 1; ; tries += 1) {
      const answer = await call<T>(sub, method, path, body);
      if (![0, 502, 503].includes(answer.status)) return { ...answer, tries };
      await sleep(pauseMs);
    }
  }

  async function reserve(booking: Booking): Promise<void> {
    const { sub, startsAt } = booking;
    const path = `/training-reservations/gyms/${gym.id}/${toGymDay(startsAt)}`;
    const { status, body, tries } = await request<TrainingReservation & { code?: string }>(
      sub,
      'POST',
      path,
      { startsAt: startsAt.toISOString() },
    );
    if (status === 201) booking.id = body?.id ?? null;
    // An earlier try was stored, but its answer was lost.
    else if (body?.code === 'overlap' && tries > 1) booking.id = await findId(booking);
    else violations.push(`reserving at try ${tries}: ${status} ${JSON.stringify(body)}`);
    if (booking.id !== null) acknowledged += 1;
  }

  async function findId({ sub, startsAt }: Booking): Promise<number | null> {
    const path = '/training-reservations/my';
    const { body } = await request<{ items: TrainingReservation[] }>(sub, 'GET', path);
    const found = body?.items.find((item) => Date.parse(item.startsAt) === startsAt.getTime());
    if (found === undefined) violations.push(`${sub} was told of an overlap that is not there`);
    return found?.id ?? null;
  }

  async function cancel(booking: Booking): Promise<void> {
    const path = `/training-reservations/my/${booking.id}`;
    const { status } = await request(booking.sub, 'DELETE', path);
    if (status !== 204) violations.push(`cancelling: ${status}`);
    booking.isCancelled = status === 204;
    acknowledged += 1;
  }

  async function live(sub: string): Promise<void> {
    const kept: Booking[] = [];
    for (let n = 0; !end.isOver; n += 1) {
      const day = addDays(firstDay, Math.floor(n / slotsPerDay));
      const startsAt = toGymInstant(day, (n % slotsPerDay) * slotMinutes);
      const booking: Booking = { sub, startsAt, id: null, isCancelled: false };
      bookings.push(booking);
      await reserve(booking);
      kept.push(booking);
      const [oldest] = kept;
      if (kept.length >= maxReservationsEach && oldest !== undefined) {
        await cancel(oldest);
        kept.shift();
      }
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }

  async function enterRush(sub: string, startsAt: Date): Promise<boolean> {
    const path = `/training-reservations/gyms/${rushGymId}/${toGymDay(startsAt)}`;
    const { status, body } = await request<{ code?: string }>(sub, 'POST', path, {
      startsAt: startsAt.toISOString(),
    });
    if (body?.code === 'slot_full') return false;
    // `overlap` means that an earlier try was stored, but its answer was lost.
    if (status === 201 || body?.code === 'overlap') return true;
    violations.push(`a rush: ${status} ${JSON.stringify(body)}`);
    return false;
  }

  const lives = subs.map(live);
  return {
    violations,
    acknowledged: () => acknowledged,
    rush: async () => {
      const left = crowd.subs.length;
      const startsAt = toGymInstant(firstDay, (left / rushSize) * slotMinutes);
      const entered = crowd.subs.splice(0, rushSize).map(async (sub) => enterRush(sub, startsAt));
      return (await Promise.all(entered)).filter(Boolean).length;
    },
    stop: async () => {
      end.isOver = true;
      await Promise.all(lives);
    },
    compare: async (databaseUrl) => {
      const rows = await sql<StoredBooking>(
        databaseUrl,
        `select id::int as id, sub, starts_at as "startsAt", cancelled_at is not null as "isCancelled"
         from training_reservations where gym_id = ${gymId}`,
      );
      return compareBookings(bookings, rows);
    },
  };
}

/** Gives members a complete profile and the current terms, so that all calls are open to them. */
async function onboard(db: Database, subs: readonly string[]): Promise<void> {
  if (subs.length === 0) return;
  const now = new Date();
  const profile = { nickname: '会員', height: 170, weight: 65, exerciseHabit: 'weekly-1' } as const;
  await db.insert(userInfos).values(
    subs.map((sub) => ({
      sub,
      ...profile,
      trainingPurposes: ['strength' as const],
      createdAt: now,
      updatedAt: now,
    })),
  );
  await db
    .insert(termsAgreements)
    .values(subs.map((sub) => ({ sub, version: requiredTermsVersion, agreedAt: now })));
}

interface StoredBooking extends Record<string, unknown> {
  readonly id: number;
  readonly sub: string;
  readonly startsAt: Date;
  readonly isCancelled: boolean;
}

/** Checks that each wanted slot has one row with the confirmed id, and that no other rows exist. */
function compareBookings(bookings: readonly Booking[], rows: readonly StoredBooking[]): string[] {
  const name = (sub: string, startsAt: Date) => `${sub} at ${startsAt.toISOString()}`;
  const stored = new Map<string, StoredBooking[]>();
  for (const row of rows) {
    const key = name(row.sub, row.startsAt);
    stored.set(key, [...(stored.get(key) ?? []), row]);
  }
  const differences: string[] = [];
  for (const { sub, startsAt, id, isCancelled } of bookings) {
    const key = name(sub, startsAt);
    const [row, ...doubles] = stored.get(key) ?? [];
    stored.delete(key);
    if (row === undefined) differences.push(`${key}: lost`);
    else if (doubles.length > 0) differences.push(`${key}: stored ${doubles.length + 1} times`);
    else if (row.id !== id) differences.push(`${key}: confirmed as ${id}, stored as ${row.id}`);
    else if (row.isCancelled !== isCancelled) {
      differences.push(`${key}: ${isCancelled ? 'its cancellation is lost' : 'it is cancelled'}`);
    }
  }
  return [...differences, ...[...stored.keys()].map((key) => `${key}: nobody wanted it`)];
}
