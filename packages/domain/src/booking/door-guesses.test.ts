import { describe, expect, it } from 'vitest';
import {
  chooseDoorDigits,
  countRightCode,
  countValidCodes,
  countWrongCode,
  guessesPerNight,
  isPausing,
  maxNightlyChance,
  nightlyChance,
  noWrongCodes,
  type WrongCodes,
} from './door-guesses.ts';

const minuteMs = 60_000;
const evening = Date.parse('2026-05-01T13:00:00Z');
const at = (minutes: number) => new Date(evening + minutes * minuteMs);

function typeWrong(wrong: WrongCodes, minutes: number, count: number): WrongCodes {
  let after = wrong;
  for (let i = 0; i < count; i += 1) after = countWrongCode(after, at(minutes));
  return after;
}

describe('the pause after five wrong codes', () => {
  it('doubles from one minute to fifteen', () => {
    const pauses: number[] = [];
    let wrong = noWrongCodes;
    let minutes = 0;
    for (let i = 0; i < 7; i += 1) {
      wrong = typeWrong(wrong, minutes, 4);
      expect(isPausing(wrong, at(minutes))).toBe(false);
      wrong = typeWrong(wrong, minutes, 1);
      const until = wrong.pausedUntil?.getTime() ?? 0;
      pauses.push((until - at(minutes).getTime()) / minuteMs);
      minutes += pauses.at(-1) ?? 0;
      expect(isPausing(wrong, new Date(until - 1))).toBe(true);
      expect(isPausing(wrong, at(minutes))).toBe(false);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 15, 15, 15]);
  });

  it('keeps its length when another person types a right code', () => {
    const first = typeWrong(noWrongCodes, 0, 5);
    const right = countRightCode(first);
    expect(isPausing(typeWrong(right, 2, 4), at(2))).toBe(false);
    expect(typeWrong(right, 2, 5).pausedUntil).toEqual(at(4));
  });

  it('starts with one minute again after an hour without a wrong code', () => {
    const third = typeWrong(typeWrong(typeWrong(noWrongCodes, 0, 5), 1, 5), 3, 5);
    expect(typeWrong(third, 62, 5).pausedUntil).toEqual(at(70));
    expect(typeWrong(third, 63, 5).pausedUntil).toEqual(at(64));
  });
});

describe('a person who guesses all night', () => {
  /**
   * Counts the codes typed in eight hours, with an hour of rest after every `pausesBeforeRest`
   * pauses.
   */
  function countGuesses(pausesBeforeRest: number): number {
    let [guesses, minutes, pauses] = [0, 0, 0];
    let wrong = noWrongCodes;
    while (minutes <= 8 * 60) {
      wrong = typeWrong(wrong, minutes, 5);
      guesses += 5;
      pauses += 1;
      const isRest = pauses % pausesBeforeRest === 0;
      minutes = isRest ? minutes + 60 : ((wrong.pausedUntil?.getTime() ?? 0) - evening) / minuteMs;
    }
    return guesses;
  }

  it('can try at most 180 codes, with or without pauses', () => {
    const counts = [1, 2, 3, 4, 5, 6, 7, 8, 100].map(countGuesses);
    expect(Math.max(...counts)).toBe(guessesPerNight);
  });

  it.each([
    [1, 60, 6],
    [13, 60, 6],
    [14, 60, 8],
    [13, 15, 6],
    [9, 10, 6],
    [10, 10, 8],
    [1000, 60, 8],
  ])('in a gym of %i seats and slots of %i minutes needs %i digits', (capacity, slotMinutes, d) => {
    expect(chooseDoorDigits({ capacity, slotMinutes })).toBe(d);
    expect(
      nightlyChance({ capacity, slotMinutes }, chooseDoorDigits({ capacity, slotMinutes })),
    ).toBeLessThanOrEqual(maxNightlyChance);
  });

  it('has a chance of 0.86 % in a gym of twelve seats', () => {
    const gym = { capacity: 12, slotMinutes: 60 };
    expect(countValidCodes(gym)).toBe(48);
    expect(nightlyChance(gym, 6)).toBeCloseTo(0.00864, 5);
  });
});
