import { muscles } from '@tanren/domain/workouts/muscles';
import { describe, expect, it } from 'vitest';
import { backShapes, findNearestMuscle, frontShapes } from './body-shapes.ts';
import {
  describeDaysSince,
  heatLegend,
  judgeSets,
  listMissing,
  readEarlierStates,
  readMuscleStates,
  describeLastTrained,
} from './muscle-state.ts';

describe('readMuscleStates', () => {
  it('contains every muscle, whatever the answer contains', () => {
    const states = readMuscleStates(
      {
        weekStartsOn: '2026-11-09',
        trainedDays: ['2026-11-10'],
        streakWeeks: 1,
        muscles: [{ muscle: 'pectorals', sets: 4.5, lastTrainedOn: '2026-11-10' }],
      },
      '2026-11-13',
    );
    expect(states).toHaveLength(muscles.length);
    expect(states[0]).toEqual({
      id: 'pectorals',
      name: '胸',
      anatomy: '大胸筋',
      sets: 4.5,
      daysSince: 3,
    });
    expect(states[1]).toMatchObject({ sets: 0, daysSince: null });
  });
});

describe('readEarlierStates', () => {
  it.each([
    [1, 3],
    [3, 1],
  ])('reads the sets of %d weeks ago', (weeks, sets) => {
    const states = readEarlierStates(
      {
        weekStartsOn: '2026-11-09',
        trainedDays: [],
        streakWeeks: 0,
        muscles: [
          { muscle: 'pectorals', sets: 9, earlierSets: [3, 2, 1], lastTrainedOn: null },
          { muscle: 'deltoids', sets: 9, lastTrainedOn: null },
        ],
      },
      weeks,
    );
    expect(states[0]).toMatchObject({ id: 'pectorals', sets });
    // An answer of the previous release has no earlier weeks.
    expect(states[1]).toMatchObject({ id: 'deltoids', sets: 0 });
  });
});

describe('listMissing', () => {
  const state = (name: string, sets: number) => {
    return { id: 'pectorals', name, anatomy: '', sets, daysSince: null } as const;
  };

  it('lists what is missing to the goal, the nearest first', () => {
    const states = [state('胸', 4), state('肩', 0), state('お腹', 4), state('裏もも', 5)];
    expect(listMissing([...states, state('お尻', 4.5)])).toEqual([
      { sets: 0.5, names: ['お尻'] },
      { sets: 1, names: ['胸', 'お腹'] },
      { sets: 5, names: ['肩'] },
    ]);
  });

  it('is empty when every muscle has reached the goal', () => {
    expect(listMissing([state('胸', 5), state('肩', 20)])).toEqual([]);
  });
});

describe('labels of muscle states', () => {
  it('names the steps of the legend in whole sets, without a gap', () => {
    const labels = heatLegend.map(({ label }) => label);
    expect(labels).toEqual(['0', '1〜4', '5〜10', '11〜20', '21〜']);
  });

  it.each([
    [0, 'この7日間は鍛えていません。目安は5〜10セットです。'],
    [4.5, '目安の5〜10セットまで、あと0.5セットです。'],
    [5, '目安の5〜10セットに届いています。'],
    [10.5, '目安の5〜10セットを超えて、しっかり鍛えています。'],
    [21, '20セットを超えています。休養も取りましょう。'],
  ])('rates %d sets', (sets, expected) => {
    expect(judgeSets(sets)).toBe(expected);
  });

  it('counts days', () => {
    expect([null, 0, 1].map(describeDaysSince)).toEqual(['記録なし', '今日', '1日前']);
    expect(describeLastTrained(3)).toBe('前回から3日たちました。');
  });
});

describe('findNearestMuscle', () => {
  it.each([
    ['on the right', frontShapes, [120, 110], 'pectorals'],
    ['mirrored on the left', frontShapes, [80, 110], 'pectorals'],
    ['a little beside a narrow one', backShapes, [138, 350], 'calves'],
    [
      'where a small one lies within the box of a large one',
      backShapes,
      [110, 190],
      'spinal-erectors',
    ],
    ['on the face', frontShapes, [100, 30], null],
  ] as const)('finds what is %s', (_where, shapes, point, muscle) => {
    expect(findNearestMuscle(shapes, point)).toBe(muscle);
  });
});
