import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Account } from '#support/identity/accounts.ts';
import { type EmbeddedServer, runSql } from '#support/server/embedded-server.ts';
import { joinGym } from '#support/memberships/memberships.ts';

/** Creates the gyms of the machines and the rankings, and reserves their numbers. */
export async function ensureGyms({ dataDir }: EmbeddedServer): Promise<void> {
  await runSql(
    dataDir,
    `with made as (
       insert into gyms (id, name) values (1, 'TANREN 新宿'), (2, 'TANREN 横浜')
       on conflict (id) do nothing)
     select setval('gyms_id_seq', greatest(last_value, 2)) from gyms_id_seq`,
    [],
  );
}

export interface DayHours {
  readonly opensMinute: number;
  readonly closesMinute: number;
}

export interface TestGym {
  readonly id: number;
  readonly name: string;
}

interface GymOptions {
  readonly name?: string;
  /** Hours of seven days, Sunday first. `null` for a closed day. */
  readonly weekly?: readonly (DayHours | null)[];
  /** Members of the gym, who can reserve there or open the door. */
  readonly members?: readonly Account[];
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Returns the day on the gym's clock, independent of this machine's time zone. */
export function gymDayAt(instant: Date): string {
  return new Date(instant.getTime() + 9 * 60 * minuteMs).toISOString().slice(0, 10);
}

function gymMinuteAt(instant: Date): number {
  return Math.floor(((instant.getTime() + 9 * 60 * minuteMs) % dayMs) / minuteMs);
}

export function weekdayAt(instant: Date): number {
  return new Date(`${gymDayAt(instant)}T00:00:00Z`).getUTCDay();
}

/** Returns the time on the gym's clock, such as `18:05`. */
export function gymClockAt(instant: Date): string {
  const minute = gymMinuteAt(instant);
  return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`;
}

export function minutesFromNow(minutes: number): Date {
  return new Date(Date.now() + minutes * minuteMs);
}

/** Returns a week with a single opening period. */
export function openFrom(opensAt: Date, forMinutes: number): (DayHours | null)[] {
  const opensMinute = gymMinuteAt(opensAt);
  const week = Array<DayHours | null>(7).fill(null);
  week[weekdayAt(opensAt)] = { opensMinute, closesMinute: opensMinute + forMinutes };
  return week;
}

export const everyDay = (opensMinute: number, closesMinute: number): DayHours[] =>
  Array.from({ length: 7 }, () => ({ opensMinute, closesMinute }));

/**
 * Makes a gym for one test, with 60-minute slots for 12 people and changes until two hours before.
 */
export async function makeGym(
  embedded: EmbeddedServer,
  { name = 'TANREN 神田', weekly = everyDay(360, 1560), members = [] }: GymOptions = {},
): Promise<TestGym> {
  const { dataDir } = embedded;
  const id = randomInt(1000, 1_000_000_000);
  await runSql(
    dataDir,
    `insert into gyms (id, name, address, access, phone, slot_minutes, capacity,
       cancel_deadline_minutes)
     values ($1, $2, '東京都千代田区神田鍛冶町0-0-0 鍛錬ビル地下1階',
       'JR神田駅 南口から徒歩3分', '03-0000-1234', 60, 12, 120)`,
    [id, name],
  );
  await runSql(
    dataDir,
    `insert into gym_weekly_hours (gym_id, weekday, opens_minute, closes_minute)
     select $1, ordinality - 1, (hours->>'opensMinute')::int, (hours->>'closesMinute')::int
     from jsonb_array_elements($2::jsonb) with ordinality days (hours, ordinality)
     where hours <> 'null'`,
    [id, JSON.stringify(weekly)],
  );
  await runSql(
    dataDir,
    `insert into subscription_plans (gym_id, position, name, description, price, per) values
       ($1, 1, 'レギュラー', '営業時間中、いつでもご利用いただけます。', 8800, 'month'),
       ($1, 2, '1回利用', '', 1650, 'visit')`,
    [id],
  );
  await joinGym(embedded, id, members);
  return { id, name };
}

interface ReservationWishes {
  readonly startsAt: Date;
  readonly minutes?: number;
  /** Gym day, if it differs from the day of the start. */
  readonly gymDay?: string;
  readonly trainingSessionId?: number;
}

/**
 * Inserts a reservation made yesterday by the member, or by a random person for `null`. Returns its
 * id.
 */
export async function addReservation(
  { dataDir }: EmbeddedServer,
  gym: TestGym,
  sub: string | null,
  { startsAt, minutes = 60, gymDay = gymDayAt(startsAt), trainingSessionId }: ReservationWishes,
): Promise<number> {
  const [row] = await runSql(
    dataDir,
    `insert into training_reservations
       (gym_id, gym_day, starts_at, ends_at, place, sub, training_session_id, created_at)
     select $1, $2, $3::timestamptz, $3::timestamptz + $4 * interval '1 minute',
       1 + (select count(*) from training_reservations where gym_id = $1 and starts_at = $3),
       $5, $6, now() - interval '1 day'
     returning id`,
    [
      gym.id,
      gymDay,
      startsAt.toISOString(),
      minutes,
      sub ?? randomUUID(),
      trainingSessionId ?? null,
    ],
  );
  return Number(row?.['id']);
}

/**
 * Returns a function with the code that the lock accepts at an instant from the member with the
 * first seat of a slot: six digits as in RFC 6238, 60 s, over the minute and the key of the visit.
 */
export async function readLock(
  { dataDir }: EmbeddedServer,
  gym: TestGym,
  { startsAt, minutes = 60 }: Pick<ReservationWishes, 'startsAt' | 'minutes'>,
): Promise<(at: number) => string> {
  const [row] = await runSql(dataDir, 'select door_secret from gyms where id = $1', [gym.id]);
  const secret = row?.['door_secret'] as Buffer;
  // The secret is encrypted from its first use on, and then only the server can read it.
  if (secret.length !== 32) throw new Error('the lock has to be read before the door is asked');
  const turn = Math.floor(startsAt.getTime() / (minutes * minuteMs)) % 5;
  return (at) => {
    const message = Buffer.alloc(12);
    message.writeBigUInt64BE(BigInt(Math.floor(at / minuteMs)));
    message.writeUInt32BE(turn * 1000 + 1, 8);
    const hash = createHmac('sha1', secret).update(message).digest();
    const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
  };
}
