import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import { expect } from 'vitest';
import { trainingReservations } from '#db/schema/booking.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { createJoin } from '#test/support/memberships/memberships.ts';
import { openWorld } from '#test/support/world.ts';

type NewReservation = typeof trainingReservations.$inferInsert;

export const hour = 60 * 60 * 1000;
export const day = 24 * hour;
export const start = new Date('2026-05-01T03:00:00Z');
export const calendarGym = {
  name: 'TANREN 神田; 本店, "駅前"',
  address: '東京都千代田区神田,1-2-3',
  capacity: 1000,
};

/** Opens the app at https://gym.example for all tests of a file, with one gym that never closes. */
export async function openCalendars() {
  const log: string[] = [];
  const world = await openWorld(start, {
    config: { publicUrl: new URL('https://gym.example'), logLevel: 'trace' },
    logger: { write: (line) => void log.push(line) },
  });
  const { db } = world;
  const { id: gymId } = await addGym(db, openDaily(0, 24), calendarGym);
  let seat = 0;

  async function reserve(sub: string, fromStart: number, changes: Partial<NewReservation> = {}) {
    const startsAt = new Date(start.getTime() + fromStart);
    const endsAt = new Date(startsAt.getTime() + hour);
    const gymDay = startsAt.toISOString().slice(0, 10);
    const createdAt = new Date('2026-04-30T01:00:00Z');
    seat += 1;
    const [made] = await db
      .insert(trainingReservations)
      .values({ sub, gymId, gymDay, startsAt, endsAt, seat, createdAt, ...changes })
      .returning();
    return made?.id ?? 0;
  }

  async function change(id: number, changes: Partial<NewReservation>): Promise<void> {
    await db.update(trainingReservations).set(changes).where(eq(trainingReservations.id, id));
  }

  return {
    ...world,
    gymId,
    join: createJoin(db),
    log,
    reserve,
    change,
    ...createCalendarCalls(world),
  };
}

function createCalendarCalls({ app, call }: Awaited<ReturnType<typeof openWorld>>) {
  async function open(url: string, headers: Record<string, string> = {}) {
    return await app.inject({ url, headers });
  }

  /** Creates a new calendar address and returns its path. */
  async function renew(sub: string): Promise<string> {
    const { status, body } = await call<{ url: string }>(sub, 'POST', '/my/calendar-feed');
    expect(status).toBe(201);
    const { url } = body;
    expect(url).toMatch(/^https:\/\/gym\.example\/api\/calendar-feeds\/[\w-]{43}\.ics$/);
    return new URL(url).pathname;
  }

  async function readFeed(url: string): Promise<ICAL.Event[]> {
    const response = await open(url);
    expect(response.statusCode).toBe(200);
    return readEvents(response.body);
  }

  return { open, renew, readFeed };
}

/** Parses events with an independent library. */
export function readEvents(calendar: string): ICAL.Event[] {
  const root = ICAL.Component.fromString(calendar);
  expect(root.getFirstPropertyValue('version')).toBe('2.0');
  return root.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
}

export const readStatus = ({ component }: ICAL.Event) => component.getFirstPropertyValue('status');
