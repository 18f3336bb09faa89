import { expect, test } from 'vitest';
import { estimateVisit, type HourWaits, type TypeMachines, type Visit } from './visit-waits.ts';

/** Leg press, chest press and lat pulldown, ten minutes each. */
const types = [11, 1, 4];
const visit: Visit = {
  items: types.map((workoutTypeId, position) => ({ position, workoutTypeId, minutes: 10 })),
  minutes: 30,
  fixedOrder: false,
};
const free: TypeMachines[] = types.map((workoutTypeId) => ({
  workoutTypeId,
  machineCount: 1,
  inUse: 0,
}));
const all = (minutes: number) => new Map(types.map((type) => [type, minutes]));
/** Eighteen is the fullest hour, and after twenty nobody comes. */
const evening: HourWaits = new Map([
  [17, all(3)],
  [18, all(6)],
  [19, all(4)],
  [20, all(1)],
]);
const at = (now: number, closesMinute = 23 * 60) => ({ now, closesMinute });

test('adds the usual waits of this hour, except at the first machine if it is free', () => {
  expect(estimateVisit(visit, free, evening, at(18)).minutesNow).toBe(42);
  const used = free.map((type) => ({ ...type, inUse: 1 }));
  expect(estimateVisit(visit, used, evening, at(18)).minutesNow).toBe(52);
});

test('begins with the type that is free, unless the trainer has fixed the order', () => {
  const [press, ...others] = free;
  const busy = [{ workoutTypeId: 11, machineCount: 1, inUse: press?.machineCount ?? 0 }, ...others];
  expect(estimateVisit(visit, busy, evening, at(18)).minutesNow).toBe(42);
  const fixed = { ...visit, fixedOrder: true };
  expect(estimateVisit(fixed, busy, evening, at(18)).minutesNow).toBe(52);
});

test('names the hour with the shortest visit, the earliest of several', () => {
  expect(estimateVisit(visit, free, evening, at(18)).quieter).toEqual({ hour: 21, minutes: 30 });
  const rest = new Map([...evening, [21, all(2)], [22, all(2)]]);
  expect(estimateVisit(visit, free, rest, at(18)).quieter).toEqual({ hour: 20, minutes: 33 });
});

test('names no hour that saves less than five minutes, and none that has passed', () => {
  expect(estimateVisit(visit, free, evening, at(20)).quieter).toBeNull();
  const [four, five] = [4, 5].map((minutes) => new Map([[18, all(minutes / 2)]]));
  expect(four && estimateVisit(visit, free, four, at(18)).quieter).toBeNull();
  expect(five && estimateVisit(visit, free, five, at(18)).quieter?.hour).toBe(19);
});

test('names no hour in which the gym would close, or after midnight', () => {
  expect(estimateVisit(visit, free, evening, at(18, 20 * 60 + 32)).quieter).toBeNull();
  expect(estimateVisit(visit, free, evening, at(18, 20 * 60 + 33)).quieter?.hour).toBe(20);
  const night = new Map(Array.from({ length: 6 }, (_, index) => [18 + index, all(6)] as const));
  expect(estimateVisit(visit, free, night, at(18, 26 * 60)).quieter).toBeNull();
});

test('a type without a machine adds no wait', () => {
  const closed = free.map((type) => ({ ...type, machineCount: 0 }));
  expect(estimateVisit(visit, closed, evening, at(18)).minutesNow).toBe(30);
});
