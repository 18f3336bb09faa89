import type { MyMemberships } from '@tanren/contract/memberships/memberships';
import type { ProblemCode } from '@tanren/contract/problem';
import type {
  ReservationSlot,
  TrainingReservation,
} from '@tanren/contract/booking/training-reservations';
import { type MembershipRejection, monthOf } from '@tanren/domain/memberships/memberships';
import { maxReservations, maxWaits } from '@tanren/domain/booking/reservations';
import { describeFreeSeats } from '#entities/gyms/gym-words.ts';
import { formatMonth } from '#entities/memberships/contract-words.ts';
import { findVisitsLeft, type VisitDay } from '#entities/memberships/membership-rights.ts';
import { formatGymDate, formatSlotTime } from '#lib/dates.ts';
import { ApiError } from '#lib/errors.ts';
import { problemText } from '#lib/rejections.ts';

interface SlotTimes {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** Returns the key that identifies a slot. */
export function slotKey(gymId: number, startsAt: string): string {
  return `${gymId} ${Date.parse(startsAt)}`;
}

/** Formats a slot as `11月20日(金) 19:00〜20:00`. */
export function formatSlot(slot: SlotTimes & { readonly date: string }): string {
  return `${formatGymDate(slot.date)} ${formatSlotTime(slot, slot.date)}`;
}

export type SlotState = 'mine' | 'offered' | 'waiting' | 'refused' | 'free' | 'full';

export function stateOf({ mine, myWait, remaining, refusal }: ReservationSlot): SlotState {
  if (mine) return 'mine';
  if (myWait !== null && myWait.offeredUntil !== null) return 'offered';
  // `remaining` excludes the seats held for waiting members. If it is positive, anyone can book,
  // including a waiting member who was skipped because of an overlapping reservation.
  if (remaining <= 0 && myWait !== null) return 'waiting';
  if (refusal !== null) return 'refused';
  return remaining > 0 ? 'free' : 'full';
}

/**
 * Returns the slot as a reservation that moves there sees it: within one month the move releases
 * the visit that it takes, so the monthly limit does not apply.
 */
export function seeSlot(
  slot: ReservationSlot,
  date: string,
  moving: Pick<TrainingReservation, 'date'> | null | undefined,
): ReservationSlot {
  const givesBack = moving && monthOf(moving.date) === monthOf(date);
  return givesBack && slot.refusal === 'monthly_limit' ? { ...slot, refusal: null } : slot;
}

/** Short reasons shown next to the time of a slot that no membership allows. */
export const rejectionNotes: Readonly<Record<MembershipRejection, string>> = {
  no_membership: '会員契約が必要です',
  gym_not_covered: 'プランの対象外です',
  membership_ended: '退会後の日です',
  membership_not_started: '利用開始前です',
  membership_paused: '休会中です',
  outside_plan_hours: 'プランの時間外です',
  monthly_limit: '月の上限に達しました',
};

/** Returns `11月の残り回数は4回`, or an empty list when the plan does not limit visits. */
export function describeVisitsLeft(mine: MyMemberships | undefined, visit: VisitDay): string[] {
  const visits = mine === undefined ? null : findVisitsLeft(mine, visit);
  return visits === null ? [] : [`${formatMonth(visits.month)}の残り回数は${visits.left}回`];
}

export function describeSeats(slot: ReservationSlot): string {
  const { remaining, waiting } = slot;
  return describeFreeSeats(slot) + (remaining <= 0 && waiting > 0 ? `・${waiting}人待ち` : '');
}

/**
 * Formats the remaining time of an offer as `9:32`. The result never exceeds `maxMs`, because the
 * phone's clock may be wrong.
 */
export function formatCountdown(until: string, now: number, maxMs: number): string {
  const ms = Math.min(Math.max(0, Date.parse(until) - now), maxMs);
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `restore` undoes a cancellation, and `move-back` undoes a move. */
export type ActionKind =
  | 'reserve'
  | 'restore'
  | 'move'
  | 'move-back'
  | 'session'
  | 'cancel'
  | 'wait';

type Words = Partial<Record<ProblemCode, string>>;

const full = 'ちょうど満席になりました。';
const menuGone = '選んだトレーニングメニューが見つかりません。メニューを外してからお試しください。';

const limitReachedText = `予約は同時に${maxReservations}件までです。予約一覧で別の予約を変更するか、キャンセルしてからお試しください。`;
const cancelled = 'この予約はすでにキャンセルされています。';

/** Messages that are more specific than the general text of the code. */
const wordsOf: Record<ActionKind, Words> = {
  reserve: {
    slot_full: full,
    limit_reached: limitReachedText,
    not_found: menuGone,
  },
  restore: {
    slot_full: 'ほかの方が先に予約したため、この時間は満席になりました。',
    limit_reached: limitReachedText,
    not_found: menuGone,
  },
  move: {
    slot_full: `${full}元の予約はそのままです。`,
    overlap: '同じ時間帯に別の予約があります。別の時間をお選びください。',
    deadline_passed: '変更の期限を過ぎたため、元の予約のままです。',
    not_found: cancelled,
  },
  'move-back': {
    slot_full:
      'ほかの方が先に予約したため、元の時間は満席になりました。変更後の予約はそのままです。',
    overlap: '元の時間帯に別の予約があります。変更後の予約はそのままです。',
    deadline_passed: '変更の期限を過ぎたため、変更後の予約のままです。',
    not_found: cancelled,
  },
  session: { not_found: '予約かメニューが見つかりません。最新の内容をご確認ください。' },
  cancel: {
    deadline_passed: 'キャンセルの期限を過ぎています。ご都合が悪いときは、ジムへお電話ください。',
    not_found: cancelled,
  },
  wait: {
    limit_reached: `キャンセル待ちは同時に${maxWaits}件までです。ほかのキャンセル待ちをやめてからお試しください。`,
    not_found: menuGone,
  },
};

export function describeRejection(kind: ActionKind, code: ProblemCode): string {
  return wordsOf[kind][code] ?? problemText[code];
}

/**
 * Returns the code with which the server refused the request, or `null` for a failure such as a
 * lost network.
 */
export function readRejection(error: unknown): ProblemCode | null {
  const rejected = error instanceof ApiError && error.status < 500;
  return rejected ? (error.problem?.code ?? null) : null;
}
