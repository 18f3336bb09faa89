import type { ProblemField } from '@tanren/contract/problem';
import type { DayHours, SpecialDay } from '@tanren/domain/gyms/gym-hours';
import {
  findGymTextError,
  gymTextNames,
  gymTextRules,
  mapGymTexts,
} from '@tanren/domain/gyms/gym-fields';
import {
  type LegalNotice,
  legalNoticeFields,
  legalNoticeRules,
  mapLegalNotice,
} from '@tanren/domain/gyms/legal-notice';
import { formatMinute } from '@tanren/domain/gyms/gym-time';
import {
  staffLimits,
  findStaffTextError,
  normalizeStaffLine,
  normalizeStaffText,
  type StaffTextRule,
} from '@tanren/domain/staff/staff-texts';
import { AppError } from '#http/app-error.ts';
import type { GymRow, SubscriptionPlanRow } from '#db/schema/gyms.ts';

/** The fields of a gym that staff edit. */
export type GymContent = ReturnType<typeof pickContent>;
type NewestFields = Pick<GymContent, 'minimumAge' | 'healthCheck'>;
/** A gym as staff send it. A page of the previous release does not know the newest fields. */
export type SentGym = Omit<GymContent, keyof NewestFields> & Partial<NewestFields>;
export type PlanContent = Omit<SubscriptionPlanRow, 'id' | 'gymId' | 'position' | 'retiredAt'>;
/** A plan as staff send it. A plan without an id is a new one. */
export type SentPlan = PlanContent & { readonly id?: number };

const { dayNote, planName, planDescription } = staffLimits;
const nameRule: StaffTextRule = { max: planName, required: true };
const optional = (max: number): StaffTextRule => ({ max, required: false });

/** Checks and normalizes what staff sent. `before` is the gym that they change. */
export function readGym(sent: SentGym, before: NewestFields): GymContent {
  reject(
    gymTextNames.flatMap((name) =>
      explain(`/${name}`, findGymTextError(gymTextRules[name], sent[name])),
    ),
  );
  const texts = mapGymTexts((name) => gymTextRules[name].normalize(sent[name]));
  return { ...before, ...sent, ...texts };
}

export function readNotice(sent: LegalNotice): LegalNotice {
  reject(
    legalNoticeFields.flatMap((field) =>
      explain(`/${field}`, findGymTextError(legalNoticeRules[field], sent[field])),
    ),
  );
  return mapLegalNotice((field) => legalNoticeRules[field].normalize(sent[field]));
}

export function readPlans(sent: readonly SentPlan[]): SentPlan[] {
  reject(
    sent.flatMap((plan, at) => [
      ...check(`/plans/${at}/name`, plan.name, nameRule),
      ...check(`/plans/${at}/description`, plan.description, optional(planDescription)),
      ...(plan.fromMinute < plan.untilMinute
        ? []
        : [fieldError(`/plans/${at}/untilMinute`, 'must be after the beginning')]),
    ]),
  );
  return sent.map((plan) => ({
    ...plan,
    name: normalizeStaffLine(plan.name),
    description: normalizeStaffText(plan.description),
    weekdays: plan.weekdays.toSorted((a, b) => a - b),
  }));
}

/** Returns only the fields of a plan that staff edit. */
export function pickPlan(plan: PlanContent): PlanContent {
  const { name, description, price, taxRate, per, allGyms, weekdays } = plan;
  const { fromMinute, untilMinute, visitsPerMonth, countsNoShows, offered } = plan;
  const rights = { allGyms, weekdays, fromMinute, untilMinute, visitsPerMonth, countsNoShows };
  return { name, description, price, taxRate, per, ...rights, offered };
}

/** Throws unless each id is one of the gym's own plans and occurs only once. */
export function rejectForeignPlans(sent: readonly SentPlan[], known: readonly number[]): void {
  const ids = sent.map(({ id }) => id);
  reject(
    ids.flatMap((id, at) =>
      id === undefined || (known.includes(id) && ids.indexOf(id) === at)
        ? []
        : [fieldError(`/plans/${at}/id`, 'is not a plan of this gym')],
    ),
  );
}

export function readNote(note: string): string {
  reject(check('/note', note, optional(dayNote)));
  return normalizeStaffLine(note);
}

const errorTexts = {
  empty: 'shows nothing',
  too_long: 'is too long',
  unreadable: 'has control characters',
  malformed: 'has the wrong format',
} as const;

function check(path: string, text: string, rule: StaffTextRule): ProblemField[] {
  return explain(path, findStaffTextError(text, rule));
}

function explain(path: string, error: keyof typeof errorTexts | null): ProblemField[] {
  return error === null ? [] : [fieldError(path, errorTexts[error])];
}

function fieldError(path: string, message: string): ProblemField {
  return { path, in: 'body', message };
}

function reject(fields: readonly ProblemField[]): void {
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

/** Returns only the fields of a gym that staff edit. */
export function pickContent({
  id: _id,
  doorSecret: _secret,
  version: _version,
  draftId: _draftId,
  ...content
}: GymRow) {
  return content;
}

const joiningWords = { approval: 'スタッフが確認してから', open: '申し込みと同時' } as const;

/** Describes a gym for the log: each field with its value in words. */
export function describeGym(gym: GymContent) {
  const healthCheck = gym.healthCheck ? '行う' : '行わない';
  return { ...gym, joining: joiningWords[gym.joining], healthCheck };
}

type WeekWords = Readonly<Record<(typeof daysOfWeek)[number], string>>;

export function describeWeek(weekly: readonly (DayHours | null)[]): WeekWords {
  const hours = daysOfWeek.map((day, at) => [day, describeHours(weekly[at] ?? null)]);
  return Object.fromEntries(hours) as WeekWords;
}

/** Describes a special day. `null` means that the day has the hours of its weekday. */
export function describeSpecialDay(day: SpecialDay | null) {
  if (day === null) return { hours: '曜日の営業時間', note: '' };
  return { hours: describeHours(day.hours), note: day.note };
}

/**
 * Describes plans for the log, up to `length`. Positions beyond the last plan are empty, so that
 * removed plans appear as changes.
 */
export function describePlans(
  plans: readonly PlanContent[],
  length: number,
): Record<`plan${number}`, string> {
  return Object.fromEntries(
    Array.from({ length }, (_, at) => [`plan${at + 1}`, describePlan(plans[at])]),
  );
}

function describePlan(plan: PlanContent | undefined): string {
  if (plan === undefined) return '';
  const price = `${plan.price}円／${plan.per === 'month' ? '月' : '回'}（税率${plan.taxRate}%）`;
  const parts = [plan.name, price, describeRights(plan), plan.description];
  return parts.filter((text) => text !== '').join(' ');
}

const shortDays = '日月火水木金土';

function describeRights(plan: PlanContent): string {
  const days = plan.weekdays.length === 7 ? '毎日' : plan.weekdays.map((day) => shortDays[day]);
  const isAlways = plan.fromMinute === 0 && plan.untilMinute === 2880;
  const { fromMinute: opensMinute, untilMinute: closesMinute } = plan;
  const hours = isAlways ? '営業時間中' : describeHours({ opensMinute, closesMinute });
  const visits = plan.visitsPerMonth === null ? '回数制限なし' : `月${plan.visitsPerMonth}回`;
  return [
    plan.allGyms ? '全店舗' : 'この店舗',
    [days].flat().join('・'),
    hours,
    visits,
    plan.countsNoShows ? '来館しない予約も数える' : '来館しない予約は数えない',
    plan.offered ? '申し込み受付中' : '申し込み停止中',
  ].join('、');
}

function describeHours(hours: DayHours | null): string {
  if (hours === null) return '休館';
  return `${formatMinute(hours.opensMinute)}〜${formatMinute(hours.closesMinute)}`;
}

/** Reasons that members read when the change cancels their reservation. */
export const cancelReasons = {
  slots: '予約枠の時間の変更のため',
  capacity: '定員の変更のため',
  weekly: '営業時間の変更のため',
  specialClosed: '臨時休館のため',
  specialHours: '臨時の営業時間変更のため',
  plans: 'ご契約のプランのご利用条件の変更のため',
} as const;

export function withNote(reason: string, note: string): string {
  return note === '' ? reason : `${reason}（${note}）`;
}
