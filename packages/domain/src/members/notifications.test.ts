import { describe, expect, test } from 'vitest';
import { toGymInstant, toGymTime } from '#gyms/gym-time.ts';
import {
  chooseSendTime,
  findRemindedDay,
  findSummedWeek,
  isNotificationKind,
  type NotificationKind,
  notificationKinds,
  notificationRules,
} from './notifications.ts';

/** The day is a Monday. */
const monday = '2026-11-16';
const at = (clock: string, day = monday) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return toGymInstant(day, hours * 60 + minutes);
};
const far = at('12:00', '2026-11-20');
const publish = (kind: NotificationKind, clock: string, until = far) => {
  const chosen = chooseSendTime(kind, at(clock), until);
  return chosen === null ? null : toGymTime(chosen).slice(5, 16);
};

describe('quiet hours', () => {
  const others = notificationKinds.filter((kind) => kind !== 'offer');

  test.each([
    ['21:59', '11-16 21:59'],
    ['22:00', '11-17 07:00'],
    ['23:59', '11-17 07:00'],
    ['0:00', '11-16 07:00'],
    ['3:30', '11-16 07:00'],
    ['6:59', '11-16 07:00'],
    ['7:00', '11-16 07:00'],
    ['12:34', '11-16 12:34'],
  ])('an event at %s is sent at %s, unless it is an offer', (clock, told) => {
    expect(others.map((kind) => publish(kind, clock))).toEqual(others.map(() => told));
  });

  test.each(['21:59', '22:00', '0:00', '6:59', '7:00'])(
    'an offer at %s is sent at once',
    (clock) => {
      expect(publish('offer', clock)).toBe(toGymTime(at(clock)).slice(5, 16));
    },
  );

  test('drops a notification that would be too late', () => {
    expect(publish('reservation-soon', '5:30', at('6:30'))).toBeNull();
    expect(publish('reservation-soon', '6:30', at('7:30'))).toBe('11-16 07:00');
    expect(publish('reservation-soon', '22:30', at('23:30'))).toBeNull();
    expect(publish('offer', '3:00', at('3:10'))).toBe('11-16 03:00');
    expect(publish('offer', '3:10', at('3:10'))).toBeNull();
    expect(publish('announcement', '22:00', at('7:00', '2026-11-17'))).toBeNull();
  });
});

test.each<[NotificationKind, boolean, boolean, string]>([
  ['offer', true, true, 'high'],
  ['reservation-tomorrow', true, false, 'normal'],
  ['reservation-soon', true, false, 'high'],
  ['gym-cancelled', true, true, 'high'],
  ['trainer', true, false, 'normal'],
  ['announcement', true, false, 'low'],
  ['weekly-summary', true, false, 'low'],
])(
  '%s: push %s, mail %s, urgency %s, unless the member chose otherwise',
  (kind, push, mail, urgency) => {
    expect(notificationRules[kind]).toMatchObject({ chosen: { push, mail }, urgency });
  },
);

test('a kind is one of the list', () => {
  expect(notificationKinds.every(isNotificationKind)).toBe(true);
  expect(['', 'constructor', 'offers'].some(isNotificationKind)).toBe(false);
});

test.each([
  ['17:59', null],
  ['18:00', '2026-11-17'],
  ['21:59', '2026-11-17'],
  ['22:00', null],
  ['0:30', null],
])("at %s members get reminders of tomorrow's visits of %s", (clock, day) => {
  expect(findRemindedDay(at(clock))).toBe(day);
});

test.each([
  [monday, '7:59', null],
  [monday, '8:00', '2026-11-09'],
  [monday, '21:59', '2026-11-09'],
  [monday, '22:00', null],
  ['2026-11-15', '12:00', null],
  ['2026-11-17', '12:00', null],
  ['2027-01-04', '8:00', '2026-12-28'],
])('on %s at %s the week from %s is summed up', (day, clock, week) => {
  expect(findSummedWeek(at(clock, day))).toBe(week);
});
