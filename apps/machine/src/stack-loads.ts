import { type LoadRange, toHectograms, toKilograms } from '@tanren/domain/loads';

/** The nearest load the pin can be put at: the smallest plus whole steps, or the largest. */
export function snapLoad(kg: number, range: LoadRange): number {
  const min = toHectograms(range.minLoad);
  const max = toHectograms(range.maxLoad);
  const step = toHectograms(range.loadStep);
  const wanted = toHectograms(kg);
  if (wanted >= max) return toKilograms(max);
  const snapped = min + Math.max(0, Math.round((wanted - min) / step)) * step;
  return toKilograms(Math.min(snapped, max));
}

/** One plate up or down; at an end of the stack the load stays. */
export function stepLoad(kg: number, direction: 1 | -1, range: LoadRange): number {
  return snapLoad(kg + direction * range.loadStep, range);
}

/** What a machine stands at when it knows nothing about who comes. */
export function firstLoad(range: LoadRange): number {
  return snapLoad(range.minLoad + (range.maxLoad - range.minLoad) / 5, range);
}
