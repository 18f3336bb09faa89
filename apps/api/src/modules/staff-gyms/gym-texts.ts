import type { ProblemField } from '@tanren/contract/problem';
import { toGymTime } from '@tanren/domain/gym-time';
import type { DayHours, SpecialDay } from '@tanren/domain/gym-hours';
import {
  isContactEmail,
  isPhone,
  normalizeContactEmail,
  normalizePhone,
} from '@tanren/domain/gym-contact';
import {
  staffLimits,
  findStaffTextFault,
  normalizeStaffLine,
  normalizeStaffText,
  type StaffTextRule,
} from '@tanren/domain/staff-texts';
import { AppError } from '#app-error.ts';
import type { GymRow, SubscriptionPlanRow } from '#db/schema/gyms.ts';

/** What staff write of a gym. */
export type GymContent = Omit<GymRow, 'id' | 'doorSecret' | 'version' | 'draftId'>;
export type PlanContent = Omit<SubscriptionPlanRow, 'id' | 'gymId' | 'position'>;

const { gymText, dayNote, planName, planDescription } = staffLimits;
const nameRule: StaffTextRule = { most: planName, required: true };
const optional = (most: number): StaffTextRule => ({ most, required: false });

export function readGym(sent: GymContent): GymContent {
  const phone = normalizePhone(sent.phone);
  const email = normalizeContactEmail(sent.email);
  refuse([
    ...check('/name', sent.name, nameRule),
    ...check('/address', sent.address, optional(gymText)),
    ...check('/access', sent.access, optional(gymText)),
    ...checkContact('/phone', isPhone(phone), 'is no telephone number'),
    ...checkContact('/email', isContactEmail(email), 'is no mail address'),
  ]);
  return {
    ...sent,
    name: normalizeStaffLine(sent.name),
    address: normalizeStaffLine(sent.address),
    access: normalizeStaffText(sent.access),
    phone,
    email,
  };
}

export function readPlans(sent: readonly PlanContent[]): PlanContent[] {
  refuse(
    sent.flatMap((plan, at) => [
      ...check(`/plans/${at}/name`, plan.name, nameRule),
      ...check(`/plans/${at}/description`, plan.description, optional(planDescription)),
    ]),
  );
  return sent.map((plan) => ({
    ...plan,
    name: normalizeStaffLine(plan.name),
    description: normalizeStaffText(plan.description),
  }));
}

export function readNote(note: string): string {
  refuse(check('/note', note, optional(dayNote)));
  return normalizeStaffLine(note);
}

const faultWords = {
  empty: 'shows nothing',
  too_long: 'is too long',
  unreadable: 'has control characters',
} as const;

function check(path: string, text: string, rule: StaffTextRule): ProblemField[] {
  const fault = findStaffTextFault(text, rule);
  return fault === null ? [] : [{ path, in: 'body', message: faultWords[fault] }];
}

function checkContact(path: string, isGood: boolean, message: string): ProblemField[] {
  return isGood ? [] : [{ path, in: 'body', message }];
}

function refuse(fields: readonly ProblemField[]): void {
  if (fields.length > 0) throw new AppError('invalid_request', { fields });
}

const daysOfWeek = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

/** As the log shows it: each field with its value in words. */
export function describeGym(gym: GymContent) {
  const { name, address, access, phone, email } = gym;
  const { slotMinutes, capacity, cancelDeadlineMinutes } = gym;
  return { name, address, access, phone, email, slotMinutes, capacity, cancelDeadlineMinutes };
}

export function describeWeek(weekly: readonly (DayHours | null)[]): Record<string, string> {
  return Object.fromEntries(daysOfWeek.map((day, at) => [day, describeHours(weekly[at] ?? null)]));
}

/** Null: the day has the hours of its week. */
export function describeSpecialDay(day: SpecialDay | null) {
  if (day === null) return { hours: '曜日の営業時間', note: '' };
  return { hours: describeHours(day.hours), note: day.note };
}

/** Gone ones, too: a list that became shorter differs at its end. */
export function describePlans(
  plans: readonly PlanContent[],
  length: number,
): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length }, (_, at) => [`plan${at + 1}`, describePlan(plans[at])]),
  );
}

function describePlan(plan: PlanContent | undefined): string {
  if (plan === undefined) return '';
  const price = `${plan.price}円／${plan.per === 'month' ? '月' : '回'}（税率${plan.taxRate}%）`;
  return [plan.name, price, plan.description].filter((text) => text !== '').join(' ');
}

function describeHours(hours: DayHours | null): string {
  if (hours === null) return '休館';
  return `${describeMinute(hours.opensMinute)}〜${describeMinute(hours.closesMinute)}`;
}

/** 24:00 is still the day's own midnight; beyond is the next morning. */
function describeMinute(minute: number): string {
  const clock = (value: number) =>
    `${Math.floor(value / 60)}:${String(value % 60).padStart(2, '0')}`;
  return minute > 1440 ? `翌${clock(minute - 1440)}` : clock(minute);
}

/** Of a cancelled reservation, without its member. */
export function describeSlot(gymName: string, { startsAt, endsAt }: SlotTimes): string {
  return `${gymName} ${toGymTime(startsAt).slice(0, 16)}〜${toGymTime(endsAt).slice(11, 16)}`;
}

interface SlotTimes {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** What members read who lose their reservation by it. */
export const cancelReasons = {
  slots: '予約枠の時間の変更のため',
  capacity: '定員の変更のため',
  weekly: '営業時間の変更のため',
  specialClosed: '臨時休館のため',
  specialHours: '臨時の営業時間変更のため',
} as const;

export function withNote(reason: string, note: string): string {
  return note === '' ? reason : `${reason}（${note}）`;
}
