import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  doorCode,
  doorStep,
  doorStepStart,
  findNamedVisits,
  isNamed,
  largestVisitKey,
  visitKey,
} from './door-codes.ts';
import { doorOpensAt } from './door.ts';

const hmacSha1 = (message: Uint8Array) =>
  createHmac('sha1', 'the secret of a lock').update(message).digest();

const minute = 60_000;
const noon = Date.parse('2026-05-01T03:00:00Z');

/** Length of a slot in minutes. The start of a visit is given in minutes after noon. */
const slotMinutes = fc.integer({ min: 5, max: 1440 });

function makeVisit(startsAfter: number, length: number, seat: number) {
  const startsAt = new Date(noon + startsAfter * minute);
  return { startsAt, endsAt: new Date(startsAt.getTime() + length * minute), seat };
}

describe('the key of a visit', () => {
  it('is never shared by two visits for which the door can be open at once', () => {
    fc.assert(
      fc.property(
        slotMinutes,
        fc.nat({ max: 20_000 }),
        // The next slot begins at the end of this one or later, because another day may begin at
        // any minute.
        fc.nat({ max: 20 }),
        fc.nat({ max: 4 }),
        fc.integer({ min: 1, max: 1000 }),
        (length, startsAfter, gap, slotsBetween, seat) => {
          const visit = makeVisit(startsAfter, length, seat);
          const next = makeVisit(startsAfter + gap + (1 + slotsBetween) * length, length, seat);
          fc.pre(doorOpensAt(next) < visit.endsAt);
          expect(visitKey(next)).not.toBe(visitKey(visit));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('differs for all seats of consecutive slots', () => {
    const keys = [0, 60, 120, 180, 240].flatMap((startsAfter) =>
      Array.from({ length: 1000 }, (_, n) => visitKey(makeVisit(startsAfter, 60, n + 1))),
    );
    expect(new Set(keys).size).toBe(5000);
    expect([Math.min(...keys), Math.max(...keys)]).toEqual([1, largestVisitKey]);
  });
});

describe('the lock', () => {
  const lock = { hmacSha1, seats: 12, digits: 6, openings: null } as const;

  it('finds the visit of every issued code, in its minute and the next', () => {
    fc.assert(
      fc.property(
        slotMinutes,
        fc.nat({ max: 20_000 }),
        fc.integer({ min: 1, max: 12 }),
        fc.nat({ max: 119 }),
        fc.nat(),
        (length, startsAfter, seat, secondsLater, minuteOfStay) => {
          const visit = makeVisit(startsAfter, length, seat);
          const opened = doorStep(doorOpensAt(visit));
          const step = opened + (minuteOfStay % (length + 15));
          const code = doorCode(hmacSha1, step, visitKey(visit));
          const now = new Date(doorStepStart(step).getTime() + secondsLater * 1000);
          const found = findNamedVisits(code, lock, now);
          expect(found).toContainEqual({ visitKey: visitKey(visit), step });
          expect(found.filter((named) => isNamed(visit, named))).toHaveLength(1);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('rejects codes of two minutes ago, of the next minute or of an unknown seat', () => {
    const visit = makeVisit(0, 60, 7);
    const step = doorStep(visit.startsAt);
    const find = (code: string, later: number, seats = 12) =>
      findNamedVisits(code, { ...lock, seats }, doorStepStart(step + later));
    const code = doorCode(hmacSha1, step, visitKey(visit));
    expect([-1, 0, 1, 2].map((later) => find(code, later).length)).toEqual([0, 1, 1, 0]);
    expect(find(code, 0, 6)).toEqual([]);
    expect(find('', 0)).toEqual([]);
  });

  it('returns all visits that have the same six digits by chance', () => {
    const digits = (message: Uint8Array) => new Uint8Array(hmacSha1(message)).fill(0);
    const visits = findNamedVisits(
      '000000',
      { ...lock, hmacSha1: digits, seats: 3 },
      new Date(noon),
    );
    expect(visits).toHaveLength(2 * 5 * 3);
  });
});

describe('a lock with a list of slots', () => {
  /** Three slots of an hour each, from noon to three. */
  const openings = {
    series: [{ from: new Date(noon), slotMinutes: 60, slots: 3 }],
    knownUntil: new Date(noon + 1440 * minute),
    endedVisits: [],
  };
  const lock = { hmacSha1, seats: 12, digits: 6, openings } as const;
  /** Counts the codes that name a visit in this minute. */
  const countTaken = (minutes: number, known: Parameters<typeof findNamedVisits>[1] = lock) => {
    const same = (message: Uint8Array) => new Uint8Array(hmacSha1(message)).fill(0);
    const at = new Date(noon + minutes * minute);
    return findNamedVisits('000000', { ...known, hmacSha1: same }, at).length;
  };

  it('accepts only codes of seats whose slots are open for the door', () => {
    // The times are before the door opens, in its first minutes, in the lead time of the second
    // slot, and at the end of the last slot.
    expect([-16, -15, -14, 30, 50, 150, 180, 181].map((at) => countTaken(at))).toEqual([
      0, 12, 24, 24, 48, 24, 12, 0,
    ]);
  });

  it('accepts codes of all slots when its list has expired', () => {
    expect(countTaken(1439)).toBe(0);
    expect(countTaken(1440)).toBe(120);
    expect(countTaken(0, { ...lock, openings: null })).toBe(120);
  });

  it('opens for a visit of an existing slot, and not for the same seat at another time', () => {
    const find = (startsAfter: number) => {
      const visit = makeVisit(startsAfter, 60, 7);
      const code = doorCode(hmacSha1, doorStep(visit.startsAt), visitKey(visit));
      return findNamedVisits(code, lock, visit.startsAt).map((named) => isNamed(visit, named));
    };
    expect([0, 120, 180, 600].map(find)).toEqual([[true], [true], [], []]);
  });

  it('does not open for an ended visit, and still opens for its neighbours', () => {
    const step = doorStep(new Date(noon));
    const opens = (seat: number) => {
      const code = doorCode(hmacSha1, step, visitKey(makeVisit(0, 60, seat)));
      const told = { ...openings, endedVisits: [makeVisit(0, 60, 7)] };
      return findNamedVisits(code, { ...lock, openings: told }, new Date(noon)).length;
    };
    expect([6, 7, 8].map(opens)).toEqual([1, 0, 1]);
  });

  it('accepts eight digits where they are required, and never six of them', () => {
    const visit = makeVisit(0, 60, 7);
    const code = doorCode(hmacSha1, doorStep(visit.startsAt), visitKey(visit), 8);
    const find = (typed: string, digits: 6 | 8) =>
      findNamedVisits(typed, { ...lock, digits }, visit.startsAt).length;
    expect(code).toMatch(/^\d{8}$/);
    expect([find(code, 8), find(code.slice(0, 6), 8), find(`${code.slice(0, 6)}xx`, 8)]).toEqual([
      1, 0, 0,
    ]);
    // A lock that has not received the new length yet opens after the sixth digit.
    expect(find(code.slice(0, 6), 6)).toBe(1);
  });
});

describe('an accepted code', () => {
  const visit = makeVisit(0, 60, 7);
  const named = (minutes: number) => ({
    visitKey: visitKey(visit),
    step: doorStep(new Date(noon + minutes * minute)),
  });

  it('belongs to a visit from 15 minutes before it to its last minute', () => {
    const taken = [-16, -15, 0, 59, 60].map((minutes) => isNamed(visit, named(minutes)));
    expect(taken).toEqual([false, true, true, true, false]);
  });

  it('does not belong to another seat or slot', () => {
    expect(isNamed({ ...visit, seat: 8 }, named(0))).toBe(false);
    expect(isNamed(makeVisit(60, 60, 7), named(50))).toBe(false);
  });
});
