/** A part of a gym as staff read it: each name with what it says. */
export type Words = Readonly<Record<string, string>>;

export interface Difference {
  readonly name: string;
  readonly latest: string;
  readonly mine: string;
}

/** What somebody else changed meanwhile, beside what stands in the form. */
export function listDifferences(before: Words, latest: Words, mine: Words): Difference[] {
  const names = new Set([...Object.keys(before), ...Object.keys(latest)]);
  return [...names]
    .filter((name) => before[name] !== latest[name])
    .map((name) => ({ name, latest: latest[name] ?? '', mine: mine[name] ?? '' }));
}

/** Field by field: what I left alone is as it is now, the rest as I typed it. */
export function mergeFields<T extends object>(before: T, latest: T, mine: T): T {
  const merged = { ...mine };
  for (const name of Object.keys(mine) as (keyof T)[]) {
    if (mine[name] === before[name]) merged[name] = latest[name];
  }
  return merged;
}
