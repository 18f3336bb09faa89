import { expect, test } from 'vitest';
import { isTooYoung, needsGuardian } from './minors.ts';

test.each([
  ['2008-11-20', '2026-11-19', true],
  ['2008-11-20', '2026-11-20', false],
  ['2008-02-29', '2026-02-28', true],
  ['2008-02-29', '2026-03-01', false],
])('a person born on %s needs a guardian on %s: %s', (birthDate, day, expected) => {
  expect(needsGuardian(birthDate, day)).toBe(expected);
});

test('the minimum age is reached on the birthday', () => {
  expect(isTooYoung('2006-11-20', '2026-11-19', 20)).toBe(true);
  expect(isTooYoung('2006-11-20', '2026-11-20', 20)).toBe(false);
  expect(isTooYoung('2011-11-20', '2026-11-20', 0)).toBe(false);
});
