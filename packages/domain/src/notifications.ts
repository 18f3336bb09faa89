import { addDays, toGymDay, toGymInstant, toGymTime, weekday } from './gym-time.ts';

/** What members are told of by push or mail, in the order in which they choose. */
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

/** How much a push may wake a phone that saves its battery (RFC 8030, section 5.3). */
export type PushUrgency = 'low' | 'normal' | 'high';

interface KindRule {
  /** What holds for whoever has chosen nothing. */
  readonly chosen: Readonly<Record<NotificationChannel, boolean>>;
  /** Told at once, in the night too. */
  readonly ignoresQuietHours: boolean;
  readonly urgency: PushUrgency;
}

/**
 * Push is on for every kind, because a device takes part only after its owner switched it on. Mail is
 * on for what cannot wait until the member looks; news and summaries by mail are asked for first.
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

/** On the gym's clock, in minutes after midnight. */
export const quietHours = { from: 22 * 60, until: 7 * 60 } as const;

/** The end of the quiet hours that the instant lies in; null: it lies outside of them. */
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
 * When something that happened at an instant is told: at once, or at the end of the quiet hours. Null:
 * by then it would be of no use any more.
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

/** Before the start of a slot. */
export const soonMinutes = 60;

const eveningMinutes = 18 * 60;

/**
 * The gym day whose visits are reminded of at this instant: that of tomorrow, from 18 o'clock until
 * the quiet hours begin. Null at other times.
 */
export function findRemindedDay(now: Date): string | null {
  const minutes = readMinutes(now);
  const isEvening = minutes >= eveningMinutes && minutes < quietHours.from;
  return isEvening ? addDays(toGymDay(now), 1) : null;
}

const mondayMinutes = 8 * 60;

/** The first day of the week that is summed up at this instant: on Monday from 8 o'clock, of the last. */
export function findSummedWeek(now: Date): string | null {
  const day = toGymDay(now);
  const minutes = readMinutes(now);
  const isTime = minutes >= mondayMinutes && minutes < quietHours.from;
  return weekday(day) === 1 && isTime ? addDays(day, -7) : null;
}

/** Devices of one account that take pushes; the one that was used longest ago gives way. */
export const mostPushDevices = 10;
