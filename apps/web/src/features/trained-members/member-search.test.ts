import { expect, it } from 'vitest';
import { readMemberSearch } from './member-search.ts';

it.each([
  [{}, 'overview', null],
  [{ view: 'loads' }, 'loads', null],
  [{ view: 'history', workoutType: 4 }, 'history', 4],
  [{ view: 'toString', workoutType: '4' }, 'overview', null],
  [{ workoutType: 0 }, 'overview', null],
  [{ workoutType: 1.5 }, 'overview', null],
  [{ workoutType: 3_000_000_000 }, 'overview', null],
])('%j shows %s', (search, view, workoutType) => {
  expect(readMemberSearch(search)).toEqual({ view, workoutType });
});
