import type { BusinessHours } from '@tanren/contract/gyms/gyms';
import { toGymInstant } from '@tanren/domain/gyms/gym-time';
import { expect, test } from 'vitest';
import { findOpeningState } from './opening-state.ts';

function hoursOf(date: string, opens: number | null, closes: number | null): BusinessHours {
  const at = (hour: number | null) =>
    hour === null ? null : toGymInstant(date, hour * 60).toISOString();
  return {
    date,
    closed: opens === null,
    opens: at(opens),
    closes: at(closes),
    special: false,
    note: '',
  };
}

const monday = hoursOf('2026-11-16', 6, 26);
const tuesday = hoursOf('2026-11-17', 6, 26);
const closedTuesday = hoursOf('2026-11-17', null, null);
const on17th = (hour: number) => toGymInstant('2026-11-17', hour * 60).getTime();

test.each([
  [
    'open since the day before',
    tuesday,
    1,
    { isOpen: true, changesAt: monday.closes, hours: monday },
  ],
  [
    'closed between two days',
    tuesday,
    2,
    { isOpen: false, changesAt: tuesday.opens, hours: tuesday },
  ],
  [
    'open from its first minute',
    tuesday,
    6,
    { isOpen: true, changesAt: tuesday.closes, hours: tuesday },
  ],
  ['open late', tuesday, 23.9, { isOpen: true, changesAt: tuesday.closes, hours: tuesday }],
  ['a closed day', closedTuesday, 12, { isOpen: false, changesAt: null, hours: closedTuesday }],
  [
    'the night before a closed day',
    closedTuesday,
    1.5,
    { isOpen: true, changesAt: monday.closes, hours: monday },
  ],
])('%s', (_, today, hour, state) => {
  expect(findOpeningState(monday, today, on17th(hour))).toEqual(state);
});

test('is closed for the rest of the day', () => {
  const short = hoursOf('2026-11-17', 7, 23);
  const state = findOpeningState(hoursOf('2026-11-16', 7, 23), short, on17th(23));
  expect(state).toEqual({ isOpen: false, changesAt: null, hours: short });
});
