import { normalChance, normalDensity, normalHazard } from './normal-chance.ts';
import type { StrengthModel } from './strength-model.ts';

/** Normal distribution of a logarithm of kg. */
export interface Belief {
  readonly mean: number;
  readonly variance: number;
}

/**
 * Returns the belief after a set that needed at least this strength. A set that was nearly
 * impossible may show that the strength has jumped, such as after a change of technique.
 */
export function learnAtLeast(model: StrengthModel, belief: Belief, needed: number): Belief {
  const jumped = { mean: belief.mean, variance: belief.variance + model.jumpSd ** 2 };
  const usualWeight = (1 - model.jumpShare) * chanceAbove(model, belief, needed);
  const jumpWeight = model.jumpShare * chanceAbove(model, jumped, needed);
  const weight = usualWeight + jumpWeight;
  return mix(
    weight === 0 ? 0 : usualWeight / weight,
    cutBelow(model, belief, needed),
    cutBelow(model, jumped, needed),
  );
}

function chanceAbove({ setNoise }: StrengthModel, belief: Belief, needed: number): number {
  return normalChance((belief.mean - needed) / Math.sqrt(belief.variance + setNoise ** 2));
}

/** Returns the normal distribution with mean and variance of the part above the limit. */
function cutBelow(model: StrengthModel, belief: Belief, needed: number): Belief {
  const { mean, variance } = belief;
  const total = variance + model.setNoise ** 2;
  const z = (mean - needed) / Math.sqrt(total);
  const hazard = normalHazard(z);
  return {
    mean: mean + (variance / Math.sqrt(total)) * hazard,
    variance: variance * (1 - (variance / total) * hazard * (hazard + z)),
  };
}

/**
 * Returns the belief after a set that seems to have ended at its limit: one rep more would have
 * needed `above`. It is a mixture, because the set may have been stopped for another reason.
 */
export function learnLimit(
  model: StrengthModel,
  belief: Belief,
  needed: number,
  above: number,
): Belief {
  const { stoppedShare, shortDepth, setNoise } = model;
  const { mean, variance } = belief;
  const middle = (needed + above) / 2;
  const total = variance + setNoise ** 2;
  const limitTotal = total + (above - needed) ** 2 / 12;
  const gain = variance / limitTotal;
  const limit = { mean: mean + gain * (middle - mean), variance: variance * (1 - gain) };
  // A set that was stopped for another reason is short by an exponentially distributed strength.
  // Multiplying a normal distribution by an exponential function shifts it.
  const stopped = cutBelow(
    model,
    { mean: mean - variance / shortDepth, variance },
    needed + setNoise ** 2 / shortDepth,
  );
  const limitWeight =
    ((1 - stoppedShare) * normalDensity((middle - mean) / Math.sqrt(limitTotal))) /
    Math.sqrt(limitTotal);
  const stoppedWeight = stoppedShare * shortDensity(mean - middle, Math.sqrt(total), shortDepth);
  const weight = limitWeight + stoppedWeight;
  // Both weights underflow when the set was far above what seemed possible.
  return mix(weight === 0 ? 1 : limitWeight / weight, limit, stopped);
}

/** Returns the normal distribution with mean and variance of a mixture. */
function mix(share: number, one: Belief, other: Belief): Belief {
  const mean = share * one.mean + (1 - share) * other.mean;
  const spread = share * (1 - share) * (one.mean - other.mean) ** 2;
  return { mean, variance: share * one.variance + (1 - share) * other.variance + spread };
}

/**
 * Returns the chance that a normal value minus an exponential one is positive. `depth` is the mean
 * of the exponential value.
 */
export function shortChance(mean: number, sd: number, depth: number): number {
  return Math.max(0, normalChance(mean / sd) - depth * shortDensity(mean, sd, depth));
}

/** Returns the density of that difference at zero. */
function shortDensity(mean: number, sd: number, depth: number): number {
  const z = mean / sd;
  const cut = z - sd / depth;
  // Both forms are the same. Each avoids a division of zero by zero on its side.
  const ratio =
    cut > 0
      ? Math.exp((cut ** 2 - z ** 2) / 2) * normalChance(cut)
      : normalDensity(z) / normalHazard(cut);
  return ratio / depth;
}
