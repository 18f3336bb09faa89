import type { RunItem, TrainingSessionRun } from '@tanren/contract/training-session-runs';
import { countSessionSets, listSessionTypes } from '@tanren/domain/training-sessions';
import { allotDoneSets } from '@tanren/domain/training-session-runs';
import { countDoneSets, listUnstored, type SeenBout } from './seen-bouts.ts';

/** How far the session is, with what is lifted right now. */
export interface RunProgress {
  readonly items: readonly RunItem[];
  readonly doneSets: number;
  readonly allSets: number;
  /** The first that is not done; machines may be taken in any order. null: everything is done. */
  readonly next: RunItem | null;
  /** What counts as done here although the server does not have it yet. */
  readonly unstored: readonly SeenBout[];
}

export function followRun(run: TrainingSessionRun, seen: readonly SeenBout[]): RunProgress {
  const done = allotDoneSets(
    run.items,
    listSessionTypes(run.items).map((workoutTypeId) => ({
      workoutTypeId,
      setCount: countDoneSets(run, seen, workoutTypeId),
    })),
  );
  const items = run.items.map((item, index) => ({ ...item, doneSets: done[index] ?? 0 }));
  const sum = (sets: readonly RunItem[]) => sets.reduce((all, { doneSets }) => all + doneSets, 0);
  return {
    items,
    doneSets: sum(items),
    allSets: countSessionSets(items),
    next: items.find(isOpen) ?? null,
    unstored: listUnstored(run, seen),
  };
}

export function isOpen({ doneSets, sets }: Pick<RunItem, 'doneSets' | 'sets'>): boolean {
  return doneSets < sets;
}
