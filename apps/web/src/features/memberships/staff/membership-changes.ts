import type { StaffMembership } from '@tanren/contract/memberships/staff-memberships';
import { addDays, isGymDay } from '@tanren/domain/gyms/gym-time';
import { staffDaysAhead } from '@tanren/domain/memberships/membership-changes';
import { firstOfMonth } from '@tanren/domain/memberships/memberships';
import type { MembershipChange } from './staff-memberships.queries.ts';

export type ChangeKind = MembershipChange['kind'];

/** Returns the changes that staff can make to a membership, in display order. */
export function listChanges(
  { state, terms }: Pick<StaffMembership, 'state' | 'terms'>,
  today: string,
): ChangeKind[] {
  // A former member may still pay.
  if (state === 'ended') return ['payment'];
  const hasPause = terms.some(
    ({ paused, lastDay }) => paused && (lastDay === null || lastDay >= today),
  );
  const hasEnd = (terms.at(-1)?.lastDay ?? null) !== null;
  return ['payment', 'plan', 'pause', ...resume(hasPause), hasEnd ? 'continue' : 'end'];
}

function resume(hasPause: boolean): ChangeKind[] {
  return hasPause ? ['resume'] : [];
}

/** Returns the day that the form proposes. Most changes apply from the next month. */
export function proposeDay(kind: ChangeKind, today: string): string {
  const nextMonth = firstOfMonth(today, 1);
  if (kind === 'resume') return today;
  return kind === 'end' ? addDays(nextMonth, -1) : nextMonth;
}

/** Names of the fields in the form of a change. */
export type ChangeField = 'planId' | 'fromDay' | 'lastDay' | 'reason';

const datedKinds: readonly ChangeKind[] = ['plan', 'pause', 'resume', 'end'];

export function hasDay(kind: ChangeKind): boolean {
  return datedKinds.includes(kind);
}

/** Returns the last day that can be entered. A later one is probably a typing error. */
export function latestDay(today: string): string {
  return addDays(today, staffDaysAhead);
}

/** Returns `true` for a valid day from today on, or an error message. */
export function checkDay(text: string, today: string): true | string {
  if (!isGymDay(text)) return '日付を入力してください';
  if (text > latestDay(today)) return `${staffDaysAhead}日先までの日付を入力してください`;
  return text >= today || '今日以降の日付を入力してください';
}

/** Validates the last day of a pause. An empty day means a pause without an end. */
export function checkLastDay(text: string, fromDay: string, today: string): true | string {
  if (text === '') return true;
  if (isGymDay(text) && text < fromDay) return '休会の初日以降の日付を入力してください';
  return checkDay(text, today);
}

/** Returns the request body with only the fields that this kind of change has. */
export function toChange(
  kind: ChangeKind,
  values: Readonly<Record<ChangeField, string>>,
): Pick<MembershipChange, 'kind' | 'planId' | 'fromDay' | 'lastDay' | 'reason'> {
  const { planId, fromDay, lastDay, reason } = values;
  return {
    kind,
    reason,
    ...(kind === 'plan' ? { planId: Number(planId) } : {}),
    ...(hasDay(kind) ? { fromDay } : {}),
    ...(kind === 'pause' && lastDay !== '' ? { lastDay } : {}),
  };
}

interface ChangeWords {
  /** Label of the button on the page. */
  readonly act: string;
  readonly title: string;
  readonly lead: string;
  readonly dayLabel?: string;
  readonly confirm: string;
  readonly confirming: string;
  readonly done: string;
}

const registering = { confirm: '登録する', confirming: '登録しています…' };

export const changeWords: Readonly<Record<ChangeKind, ChangeWords>> = {
  payment: {
    act: '入金を確認する',
    title: '入金の確認',
    lead: '確認した入金を、会員契約の履歴に残します。',
    confirm: '記録する',
    confirming: '記録しています…',
    done: '入金の確認を記録しました',
  },
  plan: {
    act: 'プランを変更する',
    title: 'プランの変更',
    lead: '選んだ日から、新しいプランで利用できます。',
    dayLabel: '新しいプランの初日',
    confirm: '変更する',
    confirming: '変更しています…',
    done: 'プランを変更しました',
  },
  pause: {
    act: '休会を登録する',
    title: '休会の登録',
    lead: '休会のあいだは、予約と入館ができません。',
    dayLabel: '休会の初日',
    ...registering,
    done: '休会を登録しました',
  },
  resume: {
    act: '再開を登録する',
    title: '再開の登録',
    lead: '選んだ日から、休会を終えて利用できます。',
    dayLabel: '再開する日',
    ...registering,
    done: '再開を登録しました',
  },
  end: {
    act: '退会を登録する',
    title: '退会の登録',
    lead: '最終日の翌日から、予約と入館ができません。アプリのアカウントと記録は残ります。',
    dayLabel: '利用できる最終日',
    ...registering,
    done: '退会を登録しました',
  },
  continue: {
    act: '退会を取りやめる',
    title: '退会の取りやめ',
    lead: '登録されている退会をなくし、会員契約を期限なしで続けます。',
    confirm: '取りやめる',
    confirming: '取りやめています…',
    done: '退会を取りやめました',
  },
};
