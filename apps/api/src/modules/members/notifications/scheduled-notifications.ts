import { addDays, toGymInstant } from '@tanren/domain/gyms/gym-time';
import { toKilograms } from '@tanren/domain/workouts/loads';
import {
  describeAnnouncement,
  describeSoonReminder,
  describeTomorrowReminder,
  describeWeek,
} from '@tanren/domain/members/notification-texts';
import {
  findRemindedDay,
  findSummedWeek,
  isQuiet,
  quietHours,
  soonMinutes,
} from '@tanren/domain/members/notifications';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Database, Transaction } from '#db/database.ts';
import { type Notification, queueNotifications } from './notification-requests.service.ts';
import { countDue } from './notification-outbox.store.ts';
import {
  beginBroadcast,
  type BroadcastName,
  findAnnouncement,
  findOpenBroadcast,
  listOfDay,
  listReachable,
  listSoon,
  listUntoldAnnouncements,
  moveBroadcast,
  type OpenBroadcast,
  sumUpWeek,
  tryLock,
} from './scheduled-notifications.store.ts';

const pageSize = 500;
const maxPages = 20;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/** Time in milliseconds after which an undelivered announcement is too old to be sent. */
const announcementMs = 3 * dayMs;

/**
 * Writes scheduled messages into the outbox: reminders, announcements that became public, and the
 * week on Monday. One node at a time does it. Messages to many members are written in pages, and
 * only while few others wait to be sent: an offer never waits behind fifty thousand announcements.
 */
export async function queueScheduled(db: Database, now: Date): Promise<void> {
  for (let page = 0; page < maxPages; page += 1) {
    const isMore = await db.transaction(async (tx) => {
      if (!(await tryLock(tx, advisoryLocks.scheduledNotifications))) return false;
      if (page === 0) await beginDue(tx, now);
      // These messages are never sent at night, so they need not wait in the outbox.
      if (isQuiet(now) || (await countDue(tx, now, pageSize)) >= pageSize) return false;
      return await workOffPage(tx, now);
    });
    if (!isMore) return;
  }
}

async function beginDue(tx: Transaction, now: Date): Promise<void> {
  const soon = await listSoon(tx, { now, minutes: soonMinutes, limit: pageSize });
  await queueNotifications(
    tx,
    soon.map((slot) => ({
      sub: slot.sub,
      kind: 'reservation-soon',
      topic: `soon-${slot.id}-${slot.sequence}`,
      ...describeSoonReminder(slot, slot.id),
      refId: slot.id,
      happenedAt: now,
      usefulUntil: slot.startsAt,
    })),
  );
  const day = findRemindedDay(now);
  if (day !== null) await beginBroadcast(tx, `tomorrow:${day}`, now);
  const week = findSummedWeek(now);
  if (week !== null) await beginBroadcast(tx, `week:${week}`, now);
  for (const { id } of await listUntoldAnnouncements(tx, now)) {
    await beginBroadcast(tx, `announcement:${id}`, now);
  }
}

/** Writes the next page of a broadcast. Returns `false` if there is none left. */
async function workOffPage(tx: Transaction, now: Date): Promise<boolean> {
  const broadcast = await findOpenBroadcast(tx);
  if (broadcast === null) return false;
  const { notifications, position } = await pageWriters[broadcast.name](tx, broadcast, now);
  await queueNotifications(tx, notifications);
  await moveBroadcast(tx, broadcast.key, position, now);
  return true;
}

interface Page {
  readonly notifications: readonly Notification[];
  /** Last member of the page. `null` for the last page. */
  readonly position: string | null;
}

const nothing: Page = { notifications: [], position: null };

type WritePage = (tx: Transaction, broadcast: OpenBroadcast, now: Date) => Promise<Page>;

const pageWriters: Readonly<Record<BroadcastName, WritePage>> = {
  tomorrow: writeTomorrow,
  week: writeWeek,
  announcement: writeAnnouncement,
};

async function writeTomorrow(
  tx: Transaction,
  { about: gymDay, position }: OpenBroadcast,
  now: Date,
): Promise<Page> {
  const usefulUntil = toGymInstant(addDays(gymDay, -1), quietHours.from);
  if (now >= usefulUntil) return nothing;
  const hours = {
    gymDay,
    from: toGymInstant(gymDay, 0),
    until: toGymInstant(addDays(gymDay, 2), 0),
  };
  const found = await listOfDay(tx, hours, { after: position, limit: pageSize });
  const whole = removeLastMember(found);
  const notifications = whole.map((slot) => ({
    sub: slot.sub,
    kind: 'reservation-tomorrow' as const,
    topic: `tomorrow-${slot.id}-${slot.sequence}`,
    ...describeTomorrowReminder(slot, slot.id),
    refId: slot.id,
    happenedAt: now,
    usefulUntil,
  }));
  return { notifications, position: found.length < pageSize ? null : (whole.at(-1)?.sub ?? null) };
}

/**
 * Removes the last member of a full page, because some of their reservations may be on the next
 * one.
 */
function removeLastMember<T extends { readonly sub: string }>(page: readonly T[]): readonly T[] {
  const last = page.at(-1)?.sub;
  return page.length < pageSize ? page : page.filter(({ sub }) => sub !== last);
}

async function writeWeek(
  tx: Transaction,
  { about: week, position }: OpenBroadcast,
  now: Date,
): Promise<Page> {
  const usefulUntil = toGymInstant(addDays(week, 7), quietHours.from);
  if (now >= usefulUntil) return nothing;
  const subs = await listReachable(tx, 'weekly-summary', { after: position, limit: pageSize });
  const weeks = await sumUpWeek(tx, subs, { first: week, last: addDays(week, 6) });
  const notifications = weeks.map(({ sub, tfoHg, ...sums }) => ({
    sub,
    kind: 'weekly-summary' as const,
    topic: `week-${week}`,
    ...describeWeek({ week, ...sums, tfoKg: toKilograms(tfoHg) }),
    happenedAt: now,
    usefulUntil,
  }));
  return { notifications, position: endOf(subs) };
}

async function writeAnnouncement(
  tx: Transaction,
  { about, position, startedAtMs }: OpenBroadcast,
  now: Date,
): Promise<Page> {
  const id = Number(about);
  const content = await findAnnouncement(tx, id);
  const usefulUntil = new Date(startedAtMs + announcementMs);
  if (content === null || now >= usefulUntil) return nothing;
  const subs = await listReachable(tx, 'announcement', { after: position, limit: pageSize });
  const notifications = subs.map((sub) => ({
    sub,
    kind: 'announcement' as const,
    topic: `announcement-${id}`,
    ...describeAnnouncement(content, id),
    happenedAt: now,
    usefulUntil,
  }));
  return { notifications, position: endOf(subs) };
}

function endOf(subs: readonly string[]): string | null {
  return subs.length < pageSize ? null : (subs.at(-1) ?? null);
}
