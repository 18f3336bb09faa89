import type { RunItem } from '@tanren/contract/training-session-runs';
import { formatKg } from '#lib/number-format.ts';

export function describeSets({ sets, reps }: Pick<RunItem, 'sets' | 'reps'>): string {
  return `${sets}セット×${reps}回`;
}

/** What is left of an item. */
export function describeRest(item: Pick<RunItem, 'sets' | 'reps' | 'doneSets'>): string {
  const left = describeSets({ sets: item.sets - item.doneSets, reps: item.reps });
  return item.doneSets > 0 ? `残り${left}` : left;
}

/** Whoever has no record of the type finds the load on the machine. */
export function describeTarget({ targetLoadKg }: Pick<RunItem, 'targetLoadKg'>): string {
  return targetLoadKg === null ? '無理なくできる重さ' : `${formatKg(targetLoadKg)}kg`;
}
