import { expect, test } from 'vitest';
import { compareAttention, listAttention, type TrainedSigns } from './trainer-attention.ts';

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
