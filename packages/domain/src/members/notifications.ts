import { addDays, toGymDay, toGymInstant, toGymTime, weekday } from '#gyms/gym-time.ts';

/** Kinds of notifications by push or mail, in the order of the settings page. */
export const notificationKinds = [
  'offer',
  'reservation-tomorrow',
  'reservation-soon',
  'gym-cancelled',
  'trainer',
  'announcement',
  'weekly-summary',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const notificationChannels = ['push', 'mail'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** Urgency of a push for a phone that saves its battery (RFC 8030, section 5.3). */
export type PushUrgency = 'low' | 'normal' | 'high';

interface KindRule {
  /** Default for members who have chosen nothing. */
  readonly chosen: Readonly<Record<NotificationChannel, boolean>>;
  /** Whether a notification of this kind is sent at once, also at night. */
  readonly ignoresQuietHours: boolean;
  readonly urgency: PushUrgency;
}

/**
 * Push is on for every kind, because a device takes part only after its owner enabled it. Mail is
 * on by default only for urgent kinds. Members must enable mails with news and summaries.
 */
export const notificationRules: Readonly<Record<NotificationKind, KindRule>> = {
  offer: { chosen: { push: true, mail: true }, ignoresQuietHours: true, urgency: 'high' },
  'reservation-tomorrow': {
    chosen: { push: true, mail: false },
    ignoresQuietHours: false,
    urgency: 'normal',
  },
  'reservation-soon': {
    chosen: { push: true, mail: false },
    ignoresQuietHours: false,
    urgency: 'high',
  },
  'gym-cancelled': {
    chosen: { push: true, mail: true },
    ignoresQuietHours: false,
    urgency: 'high',
  },
  trainer: { chosen: { push: true, mail: false }, ignoresQuietHours: false, urgency: 'normal' },
  announcement: { chosen: { push: true, mail: false }, ignoresQuietHours: false, urgency: 'low' },
  'weekly-summary': {
    chosen: { push: true, mail: false },
    ignoresQuietHours: false,
    urgency: 'low',
  },
};

export function isNotificationKind(text: string): text is NotificationKind {
  return notificationKinds.some((kind) => kind === text);
}

/** Minutes after midnight in the gym's time zone. */
export const quietHours = { from: 22 * 60, until: 7 * 60 } as const;

/**
 * Returns the end of the quiet hours that contain the instant. Returns `null` outside of quiet
 * hours.
 */
function findQuietEnd(instant: Date): Date | null {
  const day = toGymDay(instant);
  const minutes = readMinutes(instant);
  if (minutes < quietHours.until) return toGymInstant(day, quietHours.until);
  return minutes >= quietHours.from ? toGymInstant(addDays(day, 1), quietHours.until) : null;
}

export function isQuiet(instant: Date): boolean {
  return findQuietEnd(instant) !== null;
}

function readMinutes(instant: Date): number {
  const time = toGymTime(instant);
  return Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
}

/**
 * Returns when to send a notification: at once, or at the end of the quiet hours. Returns `null`
 * when it would be useless by that time.
 */
export function chooseSendTime(
  kind: NotificationKind,
  happenedAt: Date,
  usefulUntil: Date,
): Date | null {
  const { ignoresQuietHours } = notificationRules[kind];
  const sendAt = (ignoresQuietHours ? null : findQuietEnd(happenedAt)) ?? happenedAt;
  return sendAt < usefulUntil ? sendAt : null;
}

/** Minutes before the start of a slot. */
export const soonMinutes = 60;

const eveningMinutes = 18 * 60;

/**
 * Returns the gym day whose visits members are reminded of now: tomorrow, from 18:00 until the
 * quiet hours begin. Returns `null` at other times.
 */
export function findRemindedDay(now: Date): string | null {
  const minutes = readMinutes(now);
  const isEvening = minutes >= eveningMinutes && minutes < quietHours.from;
  return isEvening ? addDays(toGymDay(now), 1) : null;
}

const mondayMinutes = 8 * 60;

/**
 * Returns the first day of the week that is summarized now: the previous week, on Monday from 8:00.
 * Returns `null` at other times.
 */
export function findSummedWeek(now: Date): string | null {
  const day = toGymDay(now);
  const minutes = readMinutes(now);
  const isTime = minutes >= mondayMinutes && minutes < quietHours.from;
  return weekday(day) === 1 && isTime ? addDays(day, -7) : null;
}

/**
 * Maximum number of push devices per account. A further one replaces the device that was used
 * longest ago.
 */
export const maxPushDevices = 10;
