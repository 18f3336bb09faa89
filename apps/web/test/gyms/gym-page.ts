import { getGymCrowd, type GymCrowd } from '@tanren/contract/gyms/gym-crowd';
import { type DoorCode, getGymDoor, type GymDoor } from '@tanren/contract/booking/gym-door';
import {
  getBusinessHours,
  getGym,
  getWeeklyHours,
  listGyms,
  listSubscriptionPlans,
  type WeeklyHours,
} from '@tanren/contract/gyms/gyms';
import { listMyMemberships } from '@tanren/contract/memberships/memberships';
import { doorOpensAt, type DoorReason } from '@tanren/domain/booking/door';
import { toGymInstant, weekday } from '@tanren/domain/gyms/gym-time';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { everyDay, sampleGym } from '#test/samples/gyms.ts';
import { dayPlan, sampleMembership, samplePlan } from '#test/samples/memberships.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';

const minuteMs = 60_000;

/** Returns six digits that change every minute. The page does not depend on how they are made. */
function codeAt(instant: number): string {
  return String((Math.floor(instant / minuteMs) * 7919) % 1_000_000).padStart(6, '0');
}

interface DoorOptions {
  /** Start of the reservation. `null` when there is none. */
  readonly startsAt: Date | null;
  readonly minutes?: number;
  /** Milliseconds by which the server's clock is ahead of the phone's. */
  readonly aheadMs?: number;
  /** Time until which it can be cancelled while no code is shown. Absent when it cannot. */
  readonly changeableUntil?: Date;
}

function listCodes(from: number, until: number): DoorCode[] {
  const codes: DoorCode[] = [];
  for (let at = Math.floor(from / minuteMs) * minuteMs; at < until; at += minuteMs) {
    codes.push({
      passcode: codeAt(at),
      validFrom: new Date(at).toISOString(),
      validUntil: new Date(Math.min(at + minuteMs, until)).toISOString(),
    });
  }
  return codes;
}

/** Answers the door call of a reservation for the current time. */
export function answerDoor({
  startsAt,
  minutes = 60,
  aheadMs = 0,
  changeableUntil,
}: DoorOptions): void {
  let shown = false;
  answer(getGymDoor, ({ querystring }): GymDoor => {
    const now = Date.now() + aheadMs;
    const serverTime = new Date(now).toISOString();
    const shut = (reason: DoorReason, validFrom?: Date): GymDoor => ({
      available: false,
      reason,
      ...(validFrom ? { validFrom: validFrom.toISOString() } : {}),
      upcoming: [],
      serverTime,
    });
    const until = startsAt === null ? 0 : startsAt.getTime() + minutes * minuteMs;
    if (startsAt === null || now >= until) return shut('no_reservation');
    const opens = doorOpensAt({ startsAt });
    if (now < opens.getTime()) return shut('too_early', opens);
    const isChangeable = changeableUntil !== undefined && now <= changeableUntil.getTime();
    shown ||= querystring.keepChangeable === false;
    if (isChangeable && !shown) return shut('still_changeable', changeableUntil);
    const lastsUntil = isChangeable ? Math.min(until, now + 10 * minuteMs) : until;
    const [first, ...upcoming] = listCodes(now, lastsUntil);
    const end = new Date(until).toISOString();
    return { available: true, ...first, upcoming, until: end, serverTime };
  });
}

export const panel = () => page.getByRole('region', { name: '入館コード' });

export const status = () => page.getByRole('status', { name: '入館コード' });

/** Returns the visible code. A text beside it is read out digit by digit. */
export const readDigits = () => status().query()?.firstElementChild?.textContent ?? null;

/** Checks that the page shows the code that the lock accepts now. */
export async function expectCode(aheadMs = 0): Promise<void> {
  await expect.poll(() => readDigits() === codeAt(Date.now() + aheadMs)).toBe(true);
}

/** Checks accessibility without transitions, because the bar beside the code always moves. */
export async function expectAccessibleCode(): Promise<void> {
  const style = document.createElement('style');
  style.textContent = '* { transition: none !important }';
  document.head.append(style);
  await expectAccessible();
  style.remove();
}

type DayHours = WeeklyHours['weekly'][number];

/** Returns a week with hours on the given weekdays, closed on the others. */
export const onlyOn = (hours: Record<number, DayHours>): DayHours[] =>
  Array.from({ length: 7 }, (_, day) => hours[day] ?? null);

export const emptyCrowd: GymCrowd = {
  at: '2026-03-03T09:00:00.000Z',
  machineCount: 0,
  machinesInUse: 0,
  types: [],
  slots: [],
};

/** Answers the calls of a gym's page. The gym is empty, and the member has no reservation. */
export function answerGymPage({
  weekly = everyDay(6, 26),
  specialDays = [],
}: Partial<WeeklyHours> = {}): void {
  answer(listGyms, [sampleGym]);
  answer(getGym, { ...sampleGym, capacity: 12, cancelDeadlineMinutes: 120 });
  answer(getWeeklyHours, { weekly, specialDays });
  answer(getBusinessHours, ({ params: { year, month, day } }) => {
    const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
    const special = specialDays.find((one) => one.date === date);
    const hours = special ? special.hours : (weekly[weekday(date)] ?? null);
    return {
      date,
      closed: hours === null,
      opens: hours && toGymInstant(date, hours.opensMinute).toISOString(),
      closes: hours && toGymInstant(date, hours.closesMinute).toISOString(),
      special: special !== undefined,
      note: special?.note ?? '',
    };
  });
  answer(listSubscriptionPlans, [samplePlan, dayPlan]);
  answer(listMyMemberships, { memberships: [sampleMembership()], requests: [] });
  answer(getGymCrowd, emptyCrowd);
  answerDoor({ startsAt: null });
}
