import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#gyms/gym-time.ts';
import {
  centerOffsets,
  describeOffset,
  estimateOffset,
  findMove,
  type OffsetDay,
  toOffsetEvidence,
  toOppositeEvidence,
} from './machine-offsets.ts';

const today = '2026-11-19';

/** Returns a day with this many workouts, each with a standard deviation of 10 %. */
function dayAgo(ago: number, offset: number, workouts = 2): OffsetDay {
  const precision = 100 * workouts;
  return {
    gymDay: addDays(today, -ago),
    workouts,
    precision,
    weighted: Math.round(offset * precision * 10_000),
  };
}

function daysAgo(from: number, to: number, offset: number): OffsetDay[] {
  return Array.from({ length: from - to + 1 }, (_, at) => dayAgo(from - at, offset));
}

describe('evidence', () => {
  const surprise = { machineOffset: 0, moved: -0.02, learnt: 0.003, variance: 0.006 };

  it('is positive when the day was below the expectation', () => {
    expect(toOffsetEvidence(surprise)).toEqual({ precision: 21, weighted: 13_333 });
    expect(toOffsetEvidence({ ...surprise, moved: 0.02 }).weighted).toBe(-13_333);
  });

  it('includes the offset that was assumed', () => {
    const assumed = toOffsetEvidence({ ...surprise, machineOffset: 0.05 });
    expect(assumed).toEqual({ precision: 21, weighted: 13_333 + 21 * 500 });
  });

  it('says the opposite about the machine used before', () => {
    const evidence = toOffsetEvidence({ ...surprise, machineOffset: 0.05 });
    const opposite = toOppositeEvidence(evidence, 0.05, 0.02);
    expect(opposite).toEqual({ precision: 21, weighted: 21 * 200 - 13_333 });
    expect(toOppositeEvidence(opposite, 0.02, 0.05)).toEqual(evidence);
  });

  it('is bounded for a surprise with another cause', () => {
    const bound = toOffsetEvidence({ ...surprise, moved: -5 }).weighted;
    expect(bound).toBe(toOffsetEvidence({ ...surprise, moved: -0.3 }).weighted);
    expect(toOffsetEvidence({ ...surprise, learnt: -0.01 }).precision).toBe(-42);
  });
});

describe('estimate', () => {
  it('is near zero with little evidence and near the truth with much', () => {
    expect(estimateOffset([], today).offset).toBe(0);
    expect(estimateOffset([dayAgo(3, 0.08)], today).offset).toBeCloseTo(0.019, 3);
    expect(estimateOffset(daysAgo(200, 1, 0.08), today).offset).toBeCloseTo(0.08, 2);
  });

  it('does not depend on the order of days and ignores days after today and older than a year', () => {
    const days = daysAgo(40, 1, 0.05);
    const offset = estimateOffset(days, today);
    expect(estimateOffset(days.toReversed(), today)).toEqual(offset);
    expect(estimateOffset([...days, dayAgo(-1, 0.5), dayAgo(400, 0.5)], today)).toEqual(offset);
  });

  it('uses only the days since a move', () => {
    const days = [...daysAgo(200, 21, 0), ...daysAgo(20, 0, 0.09)];
    expect(estimateOffset(days, today).offset).toBeGreaterThan(0.07);
  });

  it('is relative to the other machines', () => {
    const [one, other] = centerOffsets([
      { offset: 0.06, precision: 1000 },
      { offset: 0, precision: 1000 },
    ]);
    expect(one?.offset).toBeCloseTo(0.03, 10);
    expect(other?.offset).toBeCloseTo(-0.03, 10);
    const alone = [{ offset: 0.06, precision: 1000 }];
    expect(centerOffsets(alone)).toEqual(alone);
    expect(centerOffsets([])).toEqual([]);
  });
});

describe('move', () => {
  it('is found with its day and size', () => {
    const move = findMove([...daysAgo(200, 21, 0.01), ...daysAgo(20, 0, 0.1)], today);
    expect(move?.percent).toBeCloseTo(9.4, 1);
    expect(move?.sinceDay).toBe(addDays(today, -20));
  });

  it.each([
    ['too small', [...daysAgo(200, 21, 0), ...daysAgo(20, 0, 0.029)]],
    ['after seven workouts', [dayAgo(60, 0, 7), dayAgo(8, 0.5, 100)]],
    ['before seven workouts', [dayAgo(60, 0, 100), dayAgo(8, 0.5, 7)]],
    ['within the noise', [...daysAgo(20, 16, 0), ...daysAgo(15, 0, 0.1)]],
    ['six days old', [...daysAgo(200, 7, 0), ...daysAgo(6, 0, 0.08)]],
    ['long ago', [...daysAgo(200, 62, 0), ...daysAgo(61, 0, 0.08)]],
    ['of a new machine', daysAgo(30, 0, 0.08)],
  ])('is none when it is %s', (_, days) => {
    expect(findMove(days, today)).toBeNull();
  });
});

it('feels heavier or lighter only when it clearly differs', () => {
  expect(describeOffset({ offset: 0.05, precision: 10_000 })).toBe('heavier');
  expect(describeOffset({ offset: -0.05, precision: 10_000 })).toBe('lighter');
  expect(describeOffset({ offset: 0.029, precision: 1_000_000 })).toBeNull();
  expect(describeOffset({ offset: 0.05, precision: 3000 })).toBeNull();
});

it('adds up exactly in any order and can be taken back', () => {
  const evidence = fc
    .record({
      machineOffset: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      moved: fc.double({ min: -2, max: 2, noNaN: true }),
      learnt: fc.double({ min: -0.1, max: 0.1, noNaN: true }),
      variance: fc.double({ min: 0.0009, max: 0.2, noNaN: true }),
    })
    .map(toOffsetEvidence);
  fc.assert(
    fc.property(fc.array(evidence, { minLength: 1, maxLength: 30 }), (all) => {
      const sum = (parts: typeof all) => parts.reduce((total, { weighted }) => total + weighted, 0);
      expect(Number.isSafeInteger(sum(all))).toBe(true);
      expect(sum(all.toReversed())).toBe(sum(all));
      const [taken, ...others] = all;
      expect(sum(all) - (taken?.weighted ?? 0)).toBe(sum(others));
    }),
  );
});
