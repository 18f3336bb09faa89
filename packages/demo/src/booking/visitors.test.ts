import { expect, test } from 'vitest';
import { demoAccounts } from '#members/demo-accounts.ts';
import { makeDemoMembers } from '#members/demo-members.ts';
import { createRandom } from '#random.ts';
import { chooseVisitor, countExpected, listRegulars, type Regular } from './visitors.ts';

const day = 24 * 60 * 60 * 1000;
/** A Wednesday, 19:00 at the gym. */
const now = new Date('2026-11-18T10:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * day);

const regular: Regular = {
  sub: 'a',
  gymId: 1,
  workoutTypeIds: [1, 4],
  typesPerVisit: { min: 1, max: 2 },
  startMinute: 19 * 60,
  everyDays: 2,
};

function choose(last: Record<string, Date>, regulars: readonly Regular[], present: string[] = []) {
  const attendance = {
    regulars,
    lastAt: new Map(Object.entries(last)),
    present: new Set(present),
  };
  return chooseVisitor(attendance, 1, now, createRandom(1))?.sub ?? null;
}

test('a member who is due comes at the usual hour to the usual gym', () => {
  expect(choose({ a: daysAgo(2) }, [regular])).toBe('a');
  expect(choose({ a: daysAgo(1) }, [regular])).toBeNull();
  expect(choose({ a: daysAgo(2) }, [{ ...regular, startMinute: 7 * 60 }])).toBeNull();
  expect(choose({ a: daysAgo(2) }, [{ ...regular, gymId: 2 }])).toBeNull();
  expect(choose({ a: daysAgo(2) }, [regular], ['a'])).toBeNull();
  expect(choose({}, [regular])).toBeNull();
});

test('a member who stopped coming stays away, unless all were absent because the program was off', () => {
  const other = { ...regular, sub: 'b', gymId: 2 };
  expect(choose({ a: daysAgo(30), b: daysAgo(1) }, [regular, other])).toBeNull();
  expect(choose({ a: daysAgo(30), b: daysAgo(28) }, [regular, other])).toBe('a');
});

test('no published account is among them', () => {
  const people = makeDemoMembers(200, () => true);
  const regulars = listRegulars(people);
  expect(regulars.length).toBeGreaterThan(150);
  const published = new Set(demoAccounts.map(({ person }) => person.sub));
  expect(regulars.filter(({ sub }) => published.has(sub))).toEqual([]);
});

test('evenings are full, nights are empty, and most of the 16 machines stay free', () => {
  const at = (gymId: number, time: string) =>
    countExpected(gymId, new Date(`2026-11-18T${time}:00+09:00`));
  expect([at(1, '19:00'), at(2, '19:00'), at(1, '10:00'), at(1, '03:00')]).toEqual([5, 3, 2, 0]);
});
