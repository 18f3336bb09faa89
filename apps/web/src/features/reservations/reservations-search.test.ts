import { expect, it } from 'vitest';
import { omitSearch, readReservationsSearch } from './reservations-search.ts';

it('keeps what is a choice', () => {
  const search = { gym: 2, date: '2028-02-29', view: 'mine', trainingSessionId: 5, move: 7 };
  expect(readReservationsSearch(search)).toEqual(search);
});

it.each([
  { gym: 0 },
  { gym: 'x' },
  { gym: 99_999_999_999 },
  { date: '2027-02-29' },
  { date: 20_270_228 },
  { view: 'others' },
  { trainingSessionId: -1 },
  { move: 1.5 },
  { other: 1 },
])('what is not valid is ignored: %o', (search) => {
  expect(readReservationsSearch(search)).toEqual({});
});

it('drops what is not requested any more', () => {
  expect(omitSearch({ gym: 1, move: 2, view: 'mine' }, 'move', 'view')).toEqual({ gym: 1 });
});
