/** Sides of a machine with two arms. */
export const repSides = ['left', 'right', 'both'] as const;
export type RepSide = (typeof repSides)[number];

/** Bounds of what a machine may measure. A rep that is longer is sent without the field. */
export const measureLimits = {
  startMs: { minimum: 0, maximum: 24 * 60 * 60 * 1000 },
  concentricMs: { minimum: 0, maximum: 30_000 },
  eccentricMs: { minimum: 0, maximum: 30_000 },
  rangeMm: { minimum: 1, maximum: 3000 },
  meanVelocityMmPerS: { minimum: 0, maximum: 10_000 },
  peakVelocityMmPerS: { minimum: 0, maximum: 10_000 },
  seat: { minimum: 0, maximum: 100 },
} as const;

/** What a machine measured of a rep. A field that it does not measure is absent. */
export interface RepMeasures {
  /** Start in milliseconds after the start of the workout. */
  readonly startMs?: number;
  /** Duration of the lifting phase, and of the lowering phase. */
  readonly concentricMs?: number;
  readonly eccentricMs?: number;
  readonly rangeMm?: number;
  /** Velocity of the lifting phase. */
  readonly meanVelocityMmPerS?: number;
  readonly peakVelocityMmPerS?: number;
  readonly side?: RepSide;
}

interface MeasuredRep extends RepMeasures {
  readonly ms: number;
}

interface MeasuredSet {
  readonly startMs?: number;
  readonly reps: readonly MeasuredRep[];
  readonly failedReps?: readonly MeasuredRep[];
}

/** Reasons why the measures of a workout cannot be true. Each names the sensor to look at. */
export const measureImplausibilities = [
  'rep_times_impossible',
  'phases_too_long',
  'velocity_impossible',
] as const;
type MeasureImplausibility = (typeof measureImplausibilities)[number];

/** Tolerance of durations of the same sensor, which rounds each of them. */
const phaseToleranceMs = 100;
/**
 * Tolerance of times within a workout. The time of a rep comes from a counter, the end of the
 * workout from a clock, which may be set in between.
 */
const timeToleranceMs = 5000;
/**
 * Ratio by which range and mean velocity may disagree. Makers measure the phases differently, but
 * centimetres or metres instead of millimetres are a ratio of ten or more.
 */
const maxDisagreement = 3;

/** Returns why the measures cannot be true. `lastsMs` is the duration of the workout. */
export function findMeasureImplausibility(
  sets: readonly MeasuredSet[],
  lastsMs: number,
): MeasureImplausibility | null {
  let lastMs = 0;
  for (const { startMs, reps, failedReps = [] } of sets) {
    if (startMs !== undefined) {
      if (startMs < lastMs) return 'rep_times_impossible';
      lastMs = startMs;
    }
    for (const rep of reps) {
      if (rep.startMs !== undefined) {
        if (rep.startMs < lastMs) return 'rep_times_impossible';
        lastMs = rep.startMs;
      }
      const reason = judgeRep(rep, lastsMs);
      if (reason !== null) return reason;
    }
    for (const rep of failedReps) {
      const reason = judgeRep(rep, lastsMs);
      if (reason !== null) return reason;
    }
  }
  return lastMs > lastsMs + timeToleranceMs ? 'rep_times_impossible' : null;
}

function judgeRep(rep: MeasuredRep, lastsMs: number): MeasureImplausibility | null {
  const { startMs = 0, ms, concentricMs = 0, eccentricMs = 0 } = rep;
  if (startMs > lastsMs + timeToleranceMs) return 'rep_times_impossible';
  if (concentricMs + eccentricMs > ms + phaseToleranceMs) return 'phases_too_long';
  const { meanVelocityMmPerS: mean, peakVelocityMmPerS: peak, rangeMm } = rep;
  if (mean === undefined) return null;
  if (peak !== undefined && peak < mean) return 'velocity_impossible';
  if (rangeMm === undefined || concentricMs === 0 || mean === 0) return null;
  const ratio = (mean * concentricMs) / 1000 / rangeMm;
  return ratio > maxDisagreement || ratio < 1 / maxDisagreement ? 'velocity_impossible' : null;
}
