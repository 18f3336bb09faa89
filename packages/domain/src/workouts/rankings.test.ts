import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  describeBand,
  findRankingMonth,
  packBoardKey,
  type RankingBoard,
  rankingMonthStart,
  rankingScales,
  rankingTypes,
  toAgeSexBand,
  toBoardKey,
  toGrowth,
  toPerWeight,
  toRankingMonth,
} from './rankings.ts';

const fields: { [Field in keyof RankingBoard]: fc.Arbitrary<RankingBoard[Field]> } = {
  workoutTypeId: fc.integer({ min: 1, max: 255 }),
  rankingType: fc.constantFrom(...rankingTypes),
  scale: fc.constantFrom(...rankingScales),
  month: fc.integer({ min: 0, max: 4095 }),
  gymId: fc.integer({ min: 0, max: 2 ** 20 - 1 }),
  band: fc.integer({ min: 0, max: 255 }),
};
const boards: fc.Arbitrary<RankingBoard> = fc.record(fields);
/** Boards of all kinds that a key has room for. */
const numbered = fc.record({
  ...fields,
  kind: fc.constantFrom(...([0, 1, 2, 3, 4, 5, 6, 7] as const)),
  scale: fc.constantFrom(...([0, 1, 2, 3] as const)),
});
const anyField = fc.constantFrom(...(Object.keys(fields) as (keyof RankingBoard)[]));

describe('the key of a board', () => {
  it('is a whole number that JavaScript and a bigint store exactly', () => {
    fc.assert(
      fc.property(numbered, (numbers) => {
        expect(packBoardKey(numbers)).toSatisfy(Number.isSafeInteger);
        expect(packBoardKey(numbers)).toBeGreaterThan(0);
      }),
    );
  });

  it('belongs to one board only', () => {
    fc.assert(
      fc.property(boards, boards, anyField, (a, b, changed) => {
        // The test also compares boards that differ in one field, because random boards differ in
        // every field.
        for (const other of [b, { ...a, [changed]: b[changed] }]) {
          const same = JSON.stringify(a) === JSON.stringify(other);
          expect(toBoardKey(a) === toBoardKey(other)).toBe(same);
        }
      }),
    );
  });

  it('contains every part, with month, type and gym where the database looks for them', () => {
    fc.assert(
      fc.property(numbered, ({ kind, scale, month, workoutTypeId, gymId, band }) => {
        const key = BigInt(packBoardKey({ kind, scale, month, workoutTypeId, gymId, band }));
        const read = (shift: bigint, bits: number) => Number(BigInt.asUintN(bits, key >> shift));
        expect(read(8n, 12)).toBe(month);
        expect(read(23n, 8)).toBe(workoutTypeId);
        expect(read(31n, 20)).toBe(gymId);
        expect([read(0n, 8), read(20n, 2)]).toEqual([band, scale]);
        expect(read(51n, 2) * 2 + read(22n, 1)).toBe(kind);
      }),
    );
  });

  // Entries are stored with these keys, so a change would hide them.
  it('never changes', () => {
    const board = { workoutTypeId: 3, scale: 'open', month: 316, gymId: 2, band: 37 } as const;
    const keys = Object.fromEntries(
      rankingTypes.map((rankingType) => [rankingType, toBoardKey({ ...board, rankingType })]),
    );
    expect(keys).toEqual({ tfo: 4_320_214_053, max: 4_324_408_357 });
    expect(toBoardKey({ ...board, rankingType: 'max', scale: 'band' })).toBe(4_327_554_085);
  });
});

describe('months', () => {
  it('are counted across years', () => {
    expect(toRankingMonth('2026-01-01') - toRankingMonth('2025-12-31')).toBe(1);
    expect(toRankingMonth('2026-12-31')).toBe(toRankingMonth('2026-12-01'));
    expect(findRankingMonth('this-month', '2026-01-31')).toBe(toRankingMonth('2026-01-01'));
    expect(findRankingMonth('last-month', '2026-01-31')).toBe(toRankingMonth('2025-12-31'));
    expect(findRankingMonth('all', '2026-01-31')).toBe(0);
  });

  it('have a first day', () => {
    expect(rankingMonthStart(toRankingMonth('2026-12-31'))).toBe('2026-12-01');
    expect(rankingMonthStart(toRankingMonth('2024-02-29'))).toBe('2024-02-01');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4095 }), (month) => {
        expect(toRankingMonth(rankingMonthStart(month))).toBe(month);
      }),
    );
  });
});

describe('bands', () => {
  it('contain members born in one decade and of one sex', () => {
    expect(toAgeSexBand('1990-01-01', 'female')).toBe(toAgeSexBand('1999-12-31', 'female'));
    expect(toAgeSexBand('1990-01-01', 'female')).not.toBe(toAgeSexBand('1989-12-31', 'female'));
    expect(toAgeSexBand('1990-01-01', 'female')).not.toBe(toAgeSexBand('1990-01-01', 'male'));
  });

  it('are for members who have entered both', () => {
    expect(toAgeSexBand(null, 'male')).toBeNull();
    expect(toAgeSexBand('1990-01-01', null)).toBeNull();
    expect(toAgeSexBand('1990-01-01', 'no-answer')).toBeNull();
  });

  it('have a label, and fit into a key', () => {
    const years = fc.integer({ min: 1900, max: 2200 });
    fc.assert(
      fc.property(years, fc.constantFrom('male' as const, 'female' as const), (year, sex) => {
        const band = toAgeSexBand(`${year}-06-15`, sex) ?? -1;
        expect(describeBand(band)).toEqual({ bornFrom: year - (year % 10), sex });
        expect(band).toBeGreaterThan(0);
        expect(band).toBeLessThan(256);
      }),
    );
  });
});

describe('growth', () => {
  it('is in tenths of a percent, never rounded up', () => {
    expect(toGrowth(600, 400)).toBe(500);
    expect(toGrowth(400, 400)).toBe(0);
    expect(toGrowth(401, 400)).toBe(2);
    expect(toGrowth(2999, 1000)).toBe(1999);
  });

  it('is null below the first month, or without one', () => {
    expect(toGrowth(399, 400)).toBeNull();
    expect(toGrowth(400, 0)).toBeNull();
  });
});

describe('the record per body weight', () => {
  it('is in steps of 0.05', () => {
    expect(toPerWeight('max', 600, 60)).toBe(100);
    expect(toPerWeight('max', 629, 60)).toBe(100);
    expect(toPerWeight('max', 630, 60)).toBe(105);
    expect(toPerWeight('tfo', 20_000, 80)).toBe(2500);
  });

  it('reaches a step exactly where the load does, whatever the decimal', () => {
    const tenths = fc.integer({ min: 200, max: 3000 });
    fc.assert(
      fc.property(tenths, fc.integer({ min: 1, max: 100 }), (weight, times) => {
        expect(toPerWeight('max', weight * times, weight / 10)).toBe(times * 100);
        expect(toPerWeight('max', weight * times - 1, weight / 10)).toBe(times * 100 - 5);
      }),
    );
  });
});
