import { expect, test } from 'vitest';
import { findSection } from './navigation.tsx';

test.each([
  ['/', '/'],
  ['/workouts', '/workouts'],
  ['/workouts/12', '/workouts'],
  ['/training-history/1', '/workouts'],
  ['/tanren-link', '/tanren-link'],
  ['/favorite-training-sessions', '/my-training-sessions'],
  ['/training-sessions/3/edit', '/my-training-sessions'],
  ['/reservations', '/settings'],
  ['/gyms/1', '/settings'],
  ['/my-trainer', '/settings'],
  ['/settings/trainer-connect', '/settings'],
  ['/trainer/members/1/training-sessions/new', '/trainer'],
  ['/staff/members/abc/workouts/1', '/staff'],
])('%s belongs to %s', (pathname, section) => {
  expect(findSection(pathname)).toBe(section);
});

test.each(['/login', '/register/userinfo', '/no-such-page', '/workouts-of-others', '/trainers'])(
  '%s belongs to none',
  (pathname) => {
    expect(findSection(pathname)).toBeNull();
  },
);
