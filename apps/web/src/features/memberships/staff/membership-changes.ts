import { type Icon, IconLogout, IconPlayerPause } from '@tabler/icons-react';
import type { StaffMembership } from '@tanren/contract/memberships/staff-memberships';
import { addDays, isGymDay } from '@tanren/domain/gyms/gym-time';
import { staffDaysAhead } from '@tanren/domain/memberships/membership-changes';
import { firstOfMonth } from '@tanren/domain/memberships/memberships';
import type { MembershipChange } from './staff-memberships.queries.ts';

/** A payment is an entry of the dues (`dues/entry-dialog.tsx`). */
export type ChangeKind = Exclude<MembershipChange['kind'], 'payment'>;

/** Returns the changes that staff can make to a membership, in display order. */
export function listChanges(
  { state, terms }: Pick<StaffMembership, 'state' | 'terms'>,
  today: string,
): ChangeKind[] {
  const isOver = state === 'ended';
  const hasPause = terms.some(
    ({ paused, lastDay }) => paused && (lastDay === null || lastDay >= today),
  );
  const hasEnd = (terms.at(-1)?.lastDay ?? null) !== null;
  const isPossible: Readonly<Record<ChangeKind, boolean>> = {
    plan: !isOver,
    pause: !isOver,
    resume: !isOver && hasPause,
    end: !isOver && !hasEnd,
    continue: !isOver && hasEnd,
  };
  return (Object.keys(isPossible) as ChangeKind[]).filter((kind) => isPossible[kind]);
}

/** Returns the day that the form proposes. Most changes apply from the next month. */
export function proposeDay(kind: ChangeKind, today: string): string {
  const nextMonth = firstOfMonth(today, 1);
  switch (kind) {
    case 'resume':
      return today;
    case 'end':
      return addDays(nextMonth, -1);
    case 'plan':
    case 'pause':
    case 'continue':
      return nextMonth;
  }
}

/** Names of the fields in the form of a change. */
export type ChangeField = 'planId' | 'fromDay' | 'lastDay' | 'reason';

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
  const form = changeForms[kind];
  return {
    kind,
    reason,
    ...(form.hasPlan ? { planId: Number(planId) } : {}),
    ...(form.dayLabel === null ? {} : { fromDay }),
    ...(form.hasLastDay && lastDay !== '' ? { lastDay } : {}),
  };
}

interface ChangeForm {
  /** Label of the button on the page. */
  readonly act: string;
  readonly title: string;
  readonly lead: string;
  readonly hasPlan: boolean;
  /** Label of the day from which the change applies. `null` for a change without a day. */
  readonly dayLabel: string | null;
  readonly hasLastDay: boolean;
  readonly confirm: string;
  readonly confirming: string;
  /** Label of the button that changes nothing. */
  readonly cancel: string;
  /** Sign of a change that ends the right to come. `null` for every other change. */
  readonly Icon: Icon | null;
  readonly done: string;
}

const registering = {
  confirm: '登録する',
  confirming: '登録しています…',
  cancel: '登録しない',
};

/** Fields and words of the form for each change, in the order of the buttons. */
export const changeForms: Readonly<Record<ChangeKind, ChangeForm>> = {
  plan: {
    act: 'プランを変更する',
    title: 'プランの変更',
    lead: '選んだ日から、新しいプランで利用できます。',
    hasPlan: true,
    dayLabel: '新しいプランの初日',
    hasLastDay: false,
    confirm: '変更する',
    confirming: '変更しています…',
    cancel: '変更しない',
    Icon: null,
    done: 'プランを変更しました',
  },
  pause: {
    act: '休会を登録する',
    title: '休会の登録',
    lead: '休会のあいだは、予約と入館ができません。',
    hasPlan: false,
    dayLabel: '休会の初日',
    hasLastDay: true,
    ...registering,
    Icon: IconPlayerPause,
    done: '休会を登録しました',
  },
  resume: {
    act: '再開を登録する',
    title: '再開の登録',
    lead: '選んだ日から、休会を終えて利用できます。',
    hasPlan: false,
    dayLabel: '再開する日',
    hasLastDay: false,
    ...registering,
    Icon: null,
    done: '再開を登録しました',
  },
  end: {
    act: '退会を登録する',
    title: '退会の登録',
    lead: '最終日の翌日から、予約と入館ができません。アプリのアカウントと記録は残ります。',
    hasPlan: false,
    dayLabel: '利用できる最終日',
    hasLastDay: false,
    ...registering,
    Icon: IconLogout,
    done: '退会を登録しました',
  },
  continue: {
    act: '退会を取りやめる',
    title: '退会の取りやめ',
    lead: '登録されている退会をなくし、会員契約を期限なしで続けます。',
    hasPlan: false,
    dayLabel: null,
    hasLastDay: false,
    confirm: '取りやめる',
    confirming: '取りやめています…',
    cancel: '取りやめない',
    Icon: null,
    done: '退会を取りやめました',
  },
};
