import { describe, expect, it } from 'vitest';
import { toHectograms } from './loads.ts';
import { describeLoadRange, findLoadFault } from './session-loads.ts';
import { workoutTypes } from './workout-types.ts';

const leg = 11;
const curl = 6;

describe('findLoadFault', () => {
  it('takes おすすめ for every type there is', () => {
    for (const { id } of workoutTypes) {
      expect(findLoadFault({ workoutTypeId: id, loadHg: null })).toBeNull();
    }
  });

  it.each([0, 17, -1, 1.5, 2_147_483_647])('knows no type %d', (workoutTypeId) => {
    expect(findLoadFault({ workoutTypeId, loadHg: 50 })).toBe('unknown_type');
    expect(findLoadFault({ workoutTypeId, loadHg: null })).toBe('unknown_type');
  });

  it.each([
    [leg, 10],
    [leg, 15],
    [leg, 300],
    [curl, 2.5],
    [curl, 12.5],
    [curl, 70],
  ])('machines of type %d can be set to %d kg', (workoutTypeId, kg) => {
    expect(findLoadFault({ workoutTypeId, loadHg: toHectograms(kg) })).toBeNull();
  });

  it.each([
    [leg, 5],
    [leg, 12.5],
    [leg, 305],
    [curl, 0],
    [curl, -2.5],
    [curl, 12.4],
    [curl, 72.5],
  ])('machines of type %d cannot be set to %d kg', (workoutTypeId, kg) => {
    expect(findLoadFault({ workoutTypeId, loadHg: toHectograms(kg) })).toBe('load_outside');
  });

  it('takes every step of every type', () => {
    for (const { id, minLoad, maxLoad, loadStep } of workoutTypes) {
      for (let kg: number = minLoad; kg <= maxLoad; kg += loadStep) {
        expect(findLoadFault({ workoutTypeId: id, loadHg: toHectograms(kg) })).toBeNull();
      }
    }
  });
});

it('the range is told in words', () => {
  expect(describeLoadRange(leg)).toBe('10〜300 kg（5 kg刻み）');
  expect(describeLoadRange(curl)).toBe('2.5〜70 kg（2.5 kg刻み）');
  expect(describeLoadRange(17)).toBe('');
});
