import { expect, test } from 'vitest';
import {
  compareAttention,
  hasStalled,
  listAttention,
  type TrainedSigns,
} from './trainer-attention.ts';

/** The time is noon at the gym. */
const now = new Date('2026-11-16T03:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

const well: TrainedSigns = {
  sharesHistory: true,
  linkedAt: daysAgo(100),
  lastWorkoutAt: daysAgo(2),
  stalledWorkoutTypeIds: [],
  menuWaitsSince: null,
  recentBestWorkoutTypeIds: [],
};
const listed = (signs: Partial<TrainedSigns>) => listAttention({ ...well, ...signs }, now);

test.each<[string, Partial<TrainedSigns>, object[]]>([
  ['a recent visit', {}, []],
  ['nine days', { lastWorkoutAt: daysAgo(9) }, []],
  ['ten days', { lastWorkoutAt: daysAgo(10) }, [{ kind: 'away', days: 10 }]],
  // The days are those of the gym's calendar: from late in the evening to noon ten days later.
  [
    'ten days less some hours',
    { lastWorkoutAt: new Date('2026-11-06T14:30:00Z') },
    [{ kind: 'away', days: 10 }],
  ],
  [
    'no visit since the link',
    { lastWorkoutAt: null, linkedAt: daysAgo(12) },
    [{ kind: 'never-came', days: 12 }],
  ],
  ['a new link', { lastWorkoutAt: null, linkedAt: daysAgo(3) }, []],
  ['the history is not shared', { sharesHistory: false, lastWorkoutAt: null }, []],
  ['a menu of four days', { menuWaitsSince: daysAgo(4) }, []],
  ['a menu of five days', { menuWaitsSince: daysAgo(5) }, [{ kind: 'menu-waits', days: 5 }]],
  [
    'all at once, the most urgent first',
    {
      lastWorkoutAt: daysAgo(30),
      stalledWorkoutTypeIds: [3],
      menuWaitsSince: daysAgo(8),
      recentBestWorkoutTypeIds: [1, 2],
    },
    [
      { kind: 'away', days: 30 },
      { kind: 'stalled', workoutTypeIds: [3] },
      { kind: 'menu-waits', days: 8 },
      { kind: 'personal-best', workoutTypeIds: [1, 2] },
    ],
  ],
])('%s', (_name, signs, reasons) => {
  expect(listed(signs)).toEqual(reasons);
});

test('sorts members by their most urgent reason, and then by its number', () => {
  const members = {
    well: listed({}),
    best: listed({ recentBestWorkoutTypeIds: [1] }),
    stalledOnce: listed({ stalledWorkoutTypeIds: [1] }),
    stalledTwice: listed({ stalledWorkoutTypeIds: [1, 2], recentBestWorkoutTypeIds: [3] }),
    awayShort: listed({ lastWorkoutAt: daysAgo(11), stalledWorkoutTypeIds: [1, 2, 3] }),
    awayLong: listed({ lastWorkoutAt: daysAgo(52) }),
    alsoWell: listed({}),
  };
  const sorted = Object.entries(members).toSorted(([, a], [, b]) => compareAttention(a, b));
  expect(sorted.map(([name]) => name)).toEqual([
    'awayLong',
    'awayShort',
    'stalledTwice',
    'stalledOnce',
    'best',
    'well',
    'alsoWell',
  ]);
});

/** Workouts a week apart, newest first, from pairs of load and strength in kg, oldest first. */
function weeks(pairs: readonly (readonly [loadKg: number, strengthKg: number])[], sd = 0.03) {
  return pairs
    .map(([loadKg, strengthKg], week) => ({
      topLoadHg: loadKg * 10,
      strength: { mean: Math.log(strengthKg), sd, at: daysAgo(7 * (pairs.length - week)) },
    }))
    .toReversed();
}

test.each([
  [
    'four workouts without progress',
    weeks([
      [40, 60],
      [40, 60],
      [40, 60],
      [40, 60],
    ]),
    true,
  ],
  [
    'a gain within the noise',
    weeks([
      [40, 60],
      [40, 60],
      [40, 60],
      [40, 63],
    ]),
    true,
  ],
  [
    'a gain above the noise',
    weeks([
      [40, 60],
      [40, 60],
      [40, 60],
      [40, 64],
    ]),
    false,
  ],
  [
    'the same gain of an uncertain strength',
    weeks(
      [
        [40, 60],
        [40, 60],
        [40, 60],
        [40, 64],
      ],
      0.08,
    ),
    true,
  ],
  [
    'a loss above the noise',
    weeks([
      [40, 60],
      [40, 60],
      [40, 60],
      [40, 50],
    ]),
    true,
  ],
  [
    'a heavier load',
    weeks([
      [40, 60],
      [42.5, 60],
      [40, 60],
      [40, 60],
    ]),
    false,
  ],
  [
    'three workouts',
    weeks([
      [40, 60],
      [40, 60],
      [40, 60],
    ]),
    false,
  ],
  [
    'four workouts within two weeks',
    weeks([
      [40, 60],
      [40, 60],
      [40, 60],
      [40, 60],
    ]).map((one, at) => ({ ...one, strength: { ...one.strength, at: daysAgo(at * 4) } })),
    false,
  ],
  ['no workout', [], false],
])('a stall: %s', (_name, done, stalled) => {
  expect(hasStalled(done)).toBe(stalled);
});
