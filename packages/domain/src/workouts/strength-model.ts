/** Constants of the model of strength. Strength is the natural logarithm of the 1RM in kg. */
export interface StrengthModel {
  /**
   * The load of so many reps is `1RM × (1 + k) / (1 + k × reps)`. `k` is `usualCurve` for a type
   * that `curves` does not list.
   */
  readonly usualCurve: number;
  readonly curves: Readonly<Record<number, number>>;
  /** Strength above the best set of a first workout, and its standard deviation. */
  readonly firstReserve: number;
  readonly firstSd: number;
  /** Standard deviation of the change in one day. A longer break than `maxDriftDays` adds no more. */
  readonly driftPerDay: number;
  readonly maxDriftDays: number;
  /** Standard deviation between days, and between sets of one day. */
  readonly dayForm: number;
  readonly setNoise: number;
  /** Share of the sets above the known strength that show a jump, and its standard deviation. */
  readonly jumpShare: number;
  readonly jumpSd: number;
  /** Strength that each earlier set of the workout costs, and its maximum. */
  readonly fatigue: number;
  readonly maxFatigue: number;
  /** Share of the sets that seem to show a limit, but were stopped for another reason. */
  readonly stoppedShare: number;
  /** Share of other sets that end far too early, and the mean strength that such sets lack. */
  readonly shortShare: number;
  readonly shortDepth: number;
}

/** `docs/strength.md` names the sources. `bench/strength.bench.ts` measures the constants. */
export const strengthModel: StrengthModel = {
  usualCurve: 1 / 30,
  curves: { 11: 0.024, 13: 0.042, 16: 0.024 },
  firstReserve: 0.06,
  firstSd: 0.15,
  driftPerDay: 0.008,
  maxDriftDays: 120,
  dayForm: 0.03,
  setNoise: 0.03,
  jumpShare: 0.002,
  jumpSd: 0.2,
  fatigue: 0.02,
  maxFatigue: 0.12,
  stoppedShare: 0.5,
  shortShare: 0.08,
  shortDepth: 0.25,
};

/** Reps above this number are counted as this number, because no curve describes them. */
export const maxCurveReps = 30;

/** Returns the strength that one set of these reps needs on a machine that shows the true load. */
export function neededStrength(
  model: StrengthModel,
  { workoutTypeId, loadHg, reps }: NeededFor,
): number {
  const k = model.curves[workoutTypeId] ?? model.usualCurve;
  return Math.log(loadHg / 10) + Math.log((1 + k * Math.min(reps, maxCurveReps)) / (1 + k));
}

interface NeededFor {
  readonly workoutTypeId: number;
  readonly loadHg: number;
  readonly reps: number;
}

/** Returns the strength that the earlier sets of a workout have cost. */
export function findFatigue(model: StrengthModel, earlierSets: number): number {
  return Math.min(model.fatigue * earlierSets, model.maxFatigue);
}
