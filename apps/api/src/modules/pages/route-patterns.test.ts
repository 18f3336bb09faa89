import { expect, test } from 'vitest';

import { findRoute } from './page-answer.ts';

const routes = [
  '/',
  '/login',
  '/workouts/$workoutId',
  '/workouts/new',
  '/workout-ranking/$type/$kind',
  '/users/$',
].map((path) => ({ path }));

test.each([
  ['/', '/'],
  ['/login', '/login'],
  ['/login/', '/login'],
  ['/login/x', undefined],
  ['/Login', undefined],
  ['/workouts', undefined],
  ['/workouts/1', '/workouts/$workoutId'],
  ['/workouts/1/', '/workouts/$workoutId'],
  ['/workouts/new', '/workouts/new'],
  ['/workouts/1/2', undefined],
  ['/workout-ranking/1/tfo', '/workout-ranking/$type/$kind'],
  ['/workout-ranking/1', undefined],
  ['/users/a/b/c', '/users/$'],
  ['/users/', '/users/$'],
  ['/users', '/users/$'],
  ['/usersx', undefined],
  ['//login', undefined],
])('the page at %s is %s', (path, expected) => {
  expect(findRoute(routes, path)?.path).toBe(expected);
});
