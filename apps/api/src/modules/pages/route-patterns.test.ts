import { expect, test } from 'vitest';

import { matchesAnyRoute } from './page-answer.ts';

const patterns = [
  '/',
  '/login',
  '/workouts/$workoutId',
  '/workout-ranking/$type/$kind',
  '/users/$',
];

test.each([
  ['/', true],
  ['/login', true],
  ['/login/', true],
  ['/login/x', false],
  ['/Login', false],
  ['/workouts', false],
  ['/workouts/1', true],
  ['/workouts/1/', true],
  ['/workouts/1/2', false],
  ['/workout-ranking/1/tfo', true],
  ['/workout-ranking/1', false],
  ['/users/a/b/c', true],
  ['/users/', true],
  ['/users', true],
  ['/usersx', false],
  ['//login', false],
])('%s is a page: %s', (path, expected) => {
  expect(matchesAnyRoute(patterns, path)).toBe(expected);
});
