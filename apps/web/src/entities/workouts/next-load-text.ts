import { addHonorific } from '@tanren/domain/members/honorifics';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import {
  lowerBelowReps,
  type NextLoadReason,
  raiseFromReps,
  type RuleReason,
} from '@tanren/domain/workouts/next-load';
import { formatGymDate } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';

interface LastTime extends Pick<WorkoutLoad, 'lastLoad' | 'lastReps' | 'lastPlannedReps'> {
  /** Whether the page shows that very workout. */
  readonly isThis?: boolean;
  /** Gym day of an earlier workout. `undefined` for the newest one. */
  readonly gymDay?: string;
}

const texts = {
  raise: (last) => `${describeLast(last)}できたので、少し重くします。`,
  keep: (last) => {
    const goal = raiseFromReps(last.lastPlannedReps);
    if (last.lastReps >= goal) return `${describeLast(last)}できました。同じ重量で続けましょう。`;
    const asPlanned = last.lastPlannedReps !== null && last.lastReps >= last.lastPlannedReps;
    return asPlanned
      ? `${describeLast(last)}できました。同じ重量で${goal}回できたら、少し重くします。`
      : `${describeLast(last)}でした。同じ重量で${goal}回を目指しましょう。`;
  },
  lower: (last) => {
    const fewest = lowerBelowReps(last.lastPlannedReps);
    return last.lastReps < fewest
      ? `${describeLast(last)}でした。${fewest}回以上できる重量まで下げましょう。`
      : `${describeLast(last)}でした。次も同じ回数ができる重量まで、少し下げましょう。`;
  },
  'after-break': () => '前回から4週間以上あいたので、軽めの重量から再開しましょう。',
} satisfies Record<RuleReason, (last: LastTime) => string>;

function describeLast({ lastLoad, lastReps, isThis = false, gymDay }: LastTime): string {
  const when = gymDay === undefined ? (isThis ? '今回' : '前回') : formatGymDate(gymDay);
  return `${when}は${formatKg(lastLoad)}kgを${lastReps}回`;
}

/** Short reasons beside the arrow ↑, → or ↓. */
export const shortReasons = {
  raise: '前回できたので重く',
  keep: '前回と同じ重量で',
  lower: '前回きつかったので軽く',
  'after-break': '久しぶりなので軽く',
  trainer: 'トレーナーが決めた重量',
} satisfies Record<NextLoadReason, string>;

/** Texts for a load that rests on an earlier workout, because the last one was light or broken off. */
export const usualLoadReasons = {
  raise: 'いつもより少し重く',
  keep: 'いつもの重量で',
  lower: 'いつもより少し軽く',
  'after-break': 'いつもより少し軽く',
} satisfies Record<RuleReason, string>;

/**
 * Summarizes the next load: `↓ 前回きつかったので軽く`. The arrow is `→` when the machine has no heavier load.
 */
export function summarizeNextLoad({
  lastLoad,
  nextLoad,
  nextLoadReason,
  nextLoadFrom,
}: Pick<WorkoutLoad, 'lastLoad' | 'nextLoad' | 'nextLoadReason' | 'nextLoadFrom'>): string {
  const arrow = nextLoad === lastLoad ? '→' : nextLoad > lastLoad ? '↑' : '↓';
  if (nextLoadFrom && nextLoadReason !== 'trainer') {
    return `${arrow} ${usualLoadReasons[nextLoadReason]}`;
  }
  const same = nextLoad === lastLoad && nextLoadReason !== 'trainer';
  return `${arrow} ${shortReasons[same ? 'keep' : nextLoadReason]}`;
}

type NextLoadBasis = NonNullable<WorkoutLoad['nextLoadFrom']>;

/** Explains the reason for the next load. */
export function explainNextLoad(
  load: LastTime & Pick<WorkoutLoad, 'nextLoadReason' | 'nextLoadNote' | 'nextLoadFrom'>,
): string {
  if (load.nextLoadReason !== 'trainer') {
    return texts[load.nextLoadReason](load.nextLoadFrom ? toBasis(load.nextLoadFrom) : load);
  }
  return quoteTrainer(load.nextLoadNote ?? { nickname: '', text: '' });
}

/** Returns the reason for a load that a trainer chose, with the trainer's name. */
export function quoteTrainer({ nickname, text }: NonNullable<WorkoutLoad['nextLoadNote']>): string {
  // Many trainers already have トレーナー in their nickname, so the text does not add it.
  return `${nickname === '' ? 'トレーナー' : addHonorific(nickname)}より：${text}`;
}

function toBasis({ load, reps, plannedReps, gymDay }: NextLoadBasis): LastTime {
  return { lastLoad: load, lastReps: reps, lastPlannedReps: plannedReps, gymDay };
}
