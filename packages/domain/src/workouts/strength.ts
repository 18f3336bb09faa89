import { type OffsetEvidence, toOffsetEvidence } from '#machines/machine-offsets.ts';
import { normalChance } from './normal-chance.ts';
import {
  findFatigue,
  maxCurveReps,
  neededStrength,
  strengthModel,
  type StrengthModel,
} from './strength-model.ts';
import { type Belief, learnAtLeast, learnLimit, shortChance } from './strength-updates.ts';
import type { LiftedSet } from './workouts.ts';

/** Knowledge of a member's strength in a workout type: a normal distribution of log(1RM in kg). */
export interface StrengthState {
  readonly mean: number;
  readonly sd: number;
  readonly at: Date;
}

/** Set of a workout with what it shows. */
export interface Effort {
  readonly loadHg: number;
  readonly reps: number;
  /** Whether one rep more was probably impossible. Otherwise the set shows "at least so many". */
  readonly isLimit: boolean;
}

/** Target reps without a plan. Eight to twelve reps build muscle (ACSM 2009). */
export const usualReps = 10;

/**
 * Returns what each set shows. Most sets end at a planned number of reps. A set shows a limit when
 * it has fewer reps than the set before it at the same load, or when it is a heaviest set that
 * missed the plan. It shows none if a heavier set with as many reps follows. A set that got lighter
 * counts with its lightest rep.
 */
export function toEfforts(
  sets: readonly Pick<LiftedSet, 'loadHg' | 'reps'>[],
  plannedReps: number | null,
): Effort[] {
  const lifted = sets
    .map(({ reps }) => ({
      loadHg: reps.reduce((lightest, rep) => Math.min(lightest, rep.loadHg), Infinity),
      reps: reps.length,
    }))
    .filter(({ loadHg, reps }) => loadHg > 0 && reps > 0);
  const topHg = lifted.reduce((top, { loadHg }) => Math.max(top, loadHg), 0);
  return lifted.map(({ loadHg, reps }, at) => {
    const before = lifted[at - 1];
    const hasFewer = before !== undefined && before.loadHg === loadHg && reps < before.reps;
    const missesPlan = plannedReps !== null && loadHg === topHg && reps < plannedReps;
    const hasBetter = lifted
      .slice(at + 1)
      .some((later) => later.loadHg > loadHg && later.reps >= reps);
    return { loadHg, reps, isLimit: (hasFewer || missesPlan) && !hasBetter };
  });
}

export interface StrengthUpdate {
  readonly state: StrengthState;
  /** `null` for the first workout of the type, which has nothing to compare with. */
  readonly evidence: OffsetEvidence | null;
  /**
   * Chance before the workout that its heaviest set reaches the planned reps. `null` without a plan
   * or without earlier workouts.
   */
  readonly plannedChance: number | null;
}

interface StrengthWorkout {
  readonly workoutTypeId: number;
  readonly at: Date;
  readonly efforts: readonly Effort[];
  /** Offset of the machine as a logarithm: 0.05 is about 5 % heavier than others. */
  readonly machineOffset: number;
  readonly plannedReps: number | null;
}

/** Returns what is known after a workout, or `null` when it shows nothing. */
export function updateStrength(
  before: StrengthState | null,
  workout: StrengthWorkout,
  model: StrengthModel = strengthModel,
): StrengthUpdate | null {
  const { workoutTypeId, at, efforts, machineOffset, plannedReps } = workout;
  if (efforts.length === 0) return null;
  const prior = before === null ? startState(workout, model) : driftTo(before, at, model);
  const priorVariance = prior.sd ** 2;
  const dayPrior = { mean: prior.mean, variance: priorVariance + model.dayForm ** 2 };
  let day: Belief = dayPrior;
  for (const [earlierSets, { loadHg, reps, isLimit }] of efforts.entries()) {
    const shift = machineOffset + findFatigue(model, earlierSets);
    const needed = neededStrength(model, { workoutTypeId, loadHg, reps }) + shift;
    day =
      isLimit && reps < maxCurveReps
        ? learnLimit(
            model,
            day,
            needed,
            neededStrength(model, { workoutTypeId, loadHg, reps: reps + 1 }) + shift,
          )
        : learnAtLeast(model, day, needed);
  }
  // The strength of the day is the lasting strength plus the form of the day, so only a share of
  // what the day showed is lasting.
  const share = priorVariance / dayPrior.variance;
  const moved = day.mean - dayPrior.mean;
  const learnt = dayPrior.variance - day.variance;
  return {
    state: {
      mean: prior.mean + share * moved,
      sd: Math.sqrt(Math.max(minSd ** 2, priorVariance - share ** 2 * learnt)),
      at: prior.at,
    },
    evidence:
      before === null
        ? null
        : toOffsetEvidence({ machineOffset, moved, learnt, variance: dayPrior.variance }),
    plannedChance:
      before === null || plannedReps === null
        ? null
        : findPlannedChance(before, workout, plannedReps, model),
  };
}

/** No state is more certain than this, so that rounding never makes one rigid. */
const minSd = 0.001;

function startState(workout: StrengthWorkout, model: StrengthModel): StrengthState {
  const { workoutTypeId, at, efforts, machineOffset } = workout;
  const best = Math.max(
    ...efforts.map((effort) => neededStrength(model, { workoutTypeId, ...effort })),
  );
  return { mean: best + machineOffset + model.firstReserve, sd: model.firstSd, at };
}

function findPlannedChance(
  before: StrengthState,
  { workoutTypeId, at, efforts, machineOffset }: StrengthWorkout,
  reps: number,
  model: StrengthModel,
): number {
  const loadHg = Math.max(...efforts.map((effort) => effort.loadHg));
  const earlierSets = efforts.findIndex((effort) => effort.loadHg === loadHg);
  return chanceOfReps(
    before,
    { workoutTypeId, loadHg, reps, at, machineOffset, earlierSets },
    model,
  );
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the state at a later time, less certain. An earlier time changes nothing. */
export function driftTo(
  state: StrengthState,
  at: Date,
  model: StrengthModel = strengthModel,
): StrengthState {
  const days = (at.getTime() - state.at.getTime()) / dayMs;
  if (!(days > 0)) return state;
  const variance = state.sd ** 2 + model.driftPerDay ** 2 * Math.min(days, model.maxDriftDays);
  return { mean: state.mean, sd: Math.sqrt(variance), at };
}

interface PlannedSet {
  readonly workoutTypeId: number;
  readonly loadHg: number;
  readonly reps: number;
  readonly at: Date;
  readonly machineOffset: number;
  /** Number of sets before it in the same workout. */
  readonly earlierSets?: number;
}

/** Returns the chance from 0 to 1 that a set reaches at least these reps. */
export function chanceOfReps(
  state: StrengthState,
  set: PlannedSet,
  model: StrengthModel = strengthModel,
): number {
  return findChance(state, set, model.shortShare, model);
}

/** Returns the chance that a set has at least these reps if it seems to end at its limit. */
export function chanceAtLimit(
  state: StrengthState,
  set: PlannedSet,
  model: StrengthModel = strengthModel,
): number {
  return findChance(state, set, model.stoppedShare, model);
}

function findChance(
  state: StrengthState,
  { workoutTypeId, loadHg, reps, at, machineOffset, earlierSets = 0 }: PlannedSet,
  shortShare: number,
  model: StrengthModel,
): number {
  if (!(loadHg > 0) || reps <= 0) return 1;
  const needed =
    neededStrength(model, { workoutTypeId, loadHg, reps }) +
    machineOffset +
    findFatigue(model, earlierSets);
  const { mean, sd } = driftTo(state, at, model);
  const total = Math.sqrt(sd ** 2 + model.dayForm ** 2 + model.setNoise ** 2);
  const usual = normalChance((mean - needed) / total);
  return (
    (1 - shortShare) * usual + shortShare * shortChance(mean - needed, total, model.shortDepth)
  );
}

/** Less certain states have no band. The member reads まだわかりません. */
const maxShownSd = 0.1;
/** 80 % of a normal distribution are within so many standard deviations. */
const bandWidth = 1.2816;

/** Range of kg that contains the 1RM with a chance of 80 %. */
export interface StrengthBand {
  readonly low: number;
  readonly high: number;
}

/** Returns the band at a time, or `null` when too little is known. */
export function toStrengthBand(state: StrengthState, now: Date): StrengthBand | null {
  const { mean, sd } = driftTo(state, now);
  if (!(sd <= maxShownSd)) return null;
  return { low: Math.exp(mean - bandWidth * sd), high: Math.exp(mean + bandWidth * sd) };
}

/** A change counts when it is larger than so many standard deviations of the difference. */
const changeSds = 1.2816;

/**
 * Returns the change of strength in percent, or `null` when it is not larger than the noise or when
 * one of the states is too uncertain.
 */
export function compareStrength(before: StrengthState, after: StrengthState): number | null {
  if (before.sd > maxShownSd || after.sd > maxShownSd) return null;
  const change = after.mean - before.mean;
  if (Math.abs(change) <= changeSds * Math.hypot(before.sd, after.sd)) return null;
  return Math.expm1(change) * 100;
}
