import type { SessionItem } from '@tanren/contract/training-sessions';
import { formatKg } from '#lib/kilograms.ts';
import { nameWorkoutType } from '#lib/workout-types.ts';

/** `3×10 おすすめ 休憩90秒`. */
export function describeSets({
  sets,
  reps,
  loadKg,
  restSeconds,
}: Omit<SessionItem, 'workoutTypeId'>) {
  const load = loadKg === null ? 'おすすめ' : `${formatKg(loadKg)}kg`;
  return `${sets}×${reps} ${load} 休憩${restSeconds}秒`;
}

export function describeItem(item: SessionItem): string {
  return `${nameWorkoutType(item.workoutTypeId)} ${describeSets(item)}`;
}
