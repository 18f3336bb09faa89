import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import type { StrengthBand, WorkoutStrength } from '@tanren/contract/workouts/workout-strength';
import { describeSpan } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';

/** Text for a strength about which too little is known. */
export const unknownStrength = 'まだわかりません';

/** Below this load in kg, bands are shown in steps of 0.5 kg instead of 1 kg. */
const fineBelowKg = 20;

/** Formats `{ low: 61.7, high: 68.2 }` as `62〜68`. */
export function formatStrength({ low, high }: StrengthBand): string {
  const step = high < fineBelowKg ? 0.5 : 1;
  const [from, to] = [low, high].map((kg) => formatKg(Math.round(kg / step) * step));
  return from === to ? String(from) : `${from}〜${to}`;
}

type NextLoadChance = NonNullable<WorkoutLoad['nextLoadChance']>;

/**
 * Describes a chance in steps of 5 %: `12回できる見込み：およそ80%`. A finer number would pretend to know
 * more.
 */
export function describeChance({ reps, chance }: NextLoadChance): string {
  const percent = Math.round(chance * 20) * 5;
  const words = percent > 95 ? '95%以上' : percent < 5 ? '5%未満' : `およそ${percent}%`;
  return `${reps}回できる見込み：${words}`;
}

/** Describes the change of a period in one sentence, or returns an empty text without a comparison. */
export function describeStrengthChange({ change, changeSince }: WorkoutStrength): string {
  if (changeSince === null) return '';
  const percent = Math.round(change ?? 0);
  if (percent === 0) return 'はっきりした変化はありません';
  const verb = percent > 0 ? '伸びました' : '下がりました';
  return `この${describeSpan(changeSince)}で約${Math.abs(percent)}%${verb}`;
}
