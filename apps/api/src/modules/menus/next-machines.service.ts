import type { Queryable } from '#db/database.ts';
import type { MachineRow } from '#db/schema/machines.ts';
import type { TrainingSessionRunRow } from '#db/schema/menus.ts';
import { findDueItems } from './menu-runs.service.ts';
import { findOpenRun } from './menu-runs.store.ts';
import { findVisitedGym } from './next-machines.store.ts';
import { findExpectedGym } from './todays-menu.service.ts';

/** Finds the gym of a run, as far as it is known. */
async function findRunGym(
  db: Queryable,
  run: TrainingSessionRunRow,
  now: Date,
): Promise<number | null> {
  return (await findVisitedGym(db, run)) ?? (await findExpectedGym(db, run.sub, now)).gymId;
}

/** Returns whether the run under way has sets left for machines of the type in this gym. */
export async function isMachineDue(
  db: Queryable,
  sub: string,
  { gymId, workoutTypeId }: Pick<MachineRow, 'gymId' | 'workoutTypeId'>,
  now: Date,
): Promise<boolean> {
  const run = await findOpenRun(db, sub, now);
  if (run === null || (await findRunGym(db, run, now)) !== gymId) return false;
  return (await findDueItems(db, sub, workoutTypeId, now)).length > 0;
}
