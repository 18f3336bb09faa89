import { measureNames } from '@tanren/contract/machines/machine-description';
import { measureLimits, type RepMeasures } from '@tanren/domain/workouts/rep-measures';
import type { BoutMessage, RepRecord } from './bout.ts';

/** What the sensors of a simulated machine measure. */
export const measuredNames = measureNames.filter((name) => name !== 'side');

type SensedRep = Omit<RepMeasures, 'startMs' | 'side'>;

const usualRangeMm = 420;
/** Duration from which a rep is so hard that its range gets smaller. */
const hardRepMs = 2800;

/** Measures a rep of this duration. A hard rep is shorter than the others. */
export function senseRep(ms: number, random: () => number): SensedRep {
  const fatigue = Math.min(0.3, Math.max(0, (ms - hardRepMs) / 4000));
  const rangeMm = Math.round(usualRangeMm * (0.98 + random() * 0.04) * (1 - fatigue));
  const concentricMs = Math.max(1, Math.round(ms * 0.4));
  const eccentricMs = Math.round(ms * 0.5);
  if (concentricMs > measureLimits.concentricMs.maximum) return { rangeMm };
  if (eccentricMs > measureLimits.eccentricMs.maximum) return { rangeMm, concentricMs };
  const meanVelocityMmPerS = Math.round((rangeMm * 1000) / concentricMs);
  const peakVelocityMmPerS = Math.round(meanVelocityMmPerS * 1.3);
  return { concentricMs, eccentricMs, rangeMm, meanVelocityMmPerS, peakVelocityMmPerS };
}

/** Returns whether a server of version 1 would reject the workout. */
export function hasMeasures({ sets }: BoutMessage): boolean {
  return sets.some(
    ({ loadKg: _load, reps, ...more }) =>
      Object.keys(more).length > 0 || reps.some((rep) => Object.keys(rep).length > 2),
  );
}

/** Returns the workout as a machine of version 1 would send it. */
export function withoutMeasures(workout: BoutMessage): BoutMessage {
  const sets = workout.sets.map(({ loadKg, reps }) => ({
    loadKg,
    reps: reps.map((rep: RepRecord) => ({ loadKg: rep.loadKg, ms: rep.ms })),
  }));
  return { ...workout, sets };
}
