import type {
  RecordEvent,
  RecordSet,
  WorkoutClaim,
} from '@tanren/contract/workouts/workout-records';
import type { ClaimState, RecordMark } from '@tanren/domain/workouts/workout-records';
import { formatKg } from '#lib/number-format.ts';

export const markNames = {
  claimed: '受け取った記録',
  correction_pending: '訂正・確認待ち',
  correction_confirmed: '訂正済み',
  corrected_by_staff: 'スタッフが修正',
} as const satisfies Record<RecordMark, string>;

/** Names the marks in their order. Marks that only a newer server knows are left out. */
export function nameMarks(marks: readonly RecordMark[] = []): string[] {
  const names: Readonly<Record<string, string | undefined>> = markNames;
  return marks.flatMap((mark) => names[mark] ?? []);
}

const eventNames = {
  recorded: 'マシンで記録されました',
  claimed: '受け取りコードで受け取りました',
  rejected: '自分の記録ではないため外しました',
  restored: '記録に戻しました',
  corrected: '記録を訂正しました',
  correction_withdrawn: '訂正を取り下げました',
  correction_confirmed: 'スタッフが訂正を承認しました',
  correction_refused: 'スタッフが訂正を差し戻しました',
  corrected_by_staff: 'スタッフが記録を修正しました',
} as const satisfies Record<RecordEvent['kind'], string>;

/** Names an event. Staff also read that the member did it; members read about their own records. */
export function nameEvent(
  { kind, by }: Pick<RecordEvent, 'kind' | 'by'>,
  reader: 'member' | 'staff',
): string {
  const names: Readonly<Record<string, string | undefined>> = eventNames;
  const name = names[kind] ?? '変更されました';
  return reader === 'staff' && by === 'member' ? `会員が${name}` : name;
}

interface SetFieldWords {
  readonly label: string;
  readonly unit: string;
  readonly show: (value: number) => string;
}

/**
 * Words for every number of a set that can be corrected. The forms, their errors and the
 * descriptions of a record take their names from here.
 */
export const setFieldWords: Readonly<Record<keyof RecordSet, SetFieldWords>> = {
  loadKg: { label: '重量', unit: 'kg', show: formatKg },
  repCount: { label: '回数', unit: '回', show: String },
};

export const setFieldNames = Object.keys(setFieldWords) as readonly (keyof RecordSet)[];

/** Describes sets as `40kg×10回、45kg×8回`. */
export function describeSets(sets: readonly RecordSet[]): string {
  const describe = (set: RecordSet) =>
    setFieldNames.map((field) => {
      const { show, unit } = setFieldWords[field];
      return `${show(set[field])}${unit}`;
    });
  return sets.map((set) => describe(set).join('×')).join('、');
}

const claimWords = {
  stored: { title: '記録を受け取りました', text: 'あなたの履歴に保存しました。' },
  waiting: {
    title: '記録が届くのを待っています',
    text: 'マシンから届くと、自動で履歴に保存されます。',
  },
  refused: {
    title: '受け取れませんでした',
    text: '同じ時間帯に別の場所でのご利用があったか、記録に誤りがありました。ご自身の記録の場合は、ジムへお問い合わせください。',
  },
} as const satisfies Record<ClaimState, { readonly title: string; readonly text: string }>;

/** Describes the result of a claim. */
export function describeClaim({ state, workoutId }: Pick<WorkoutClaim, 'state' | 'workoutId'>) {
  const isOut = state === 'stored' && workoutId === null;
  return isOut
    ? { title: '受け取り済みの記録です', text: '受け取ったあと、記録から外されています。' }
    : claimWords[state];
}
