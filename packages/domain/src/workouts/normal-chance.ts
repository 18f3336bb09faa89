/** Returns the density of the standard normal distribution. */
export function normalDensity(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}

/**
 * Returns the chance that a standard normal value is at most `z`. The rational approximation has a
 * relative error below 1.2e-7, also far below zero (Press et al., Numerical Recipes, section 6.2).
 */
export function normalChance(z: number): number {
  if (z > 0) return 1 - normalChance(-z);
  const t = 1 / (1 - z / (2 * Math.SQRT2));
  const polynomial = coefficients.reduceRight((sum, coefficient) => sum * t + coefficient, 0);
  return (t / 2) * Math.exp(-0.5 * z * z + polynomial);
}

const coefficients = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
];

/** Below this value density and chance underflow, and their ratio is nearly `-z`. */
const farBelow = -30;

/** Returns density divided by chance, the shift of the mean when values above `z` are cut off. */
export function normalHazard(z: number): number {
  return z < farBelow ? -z - 1 / z : normalDensity(z) / normalChance(z);
}
