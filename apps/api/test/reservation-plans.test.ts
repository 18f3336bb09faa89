import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { selectOpenFor } from '#modules/booking/door/door-entries.store.ts';
import { selectSoon } from '#modules/members/notifications/scheduled-notifications.store.ts';
import { queryKnownMembers, selectVisits } from '#modules/booking/board/staff-board.store.ts';
import { selectReserved, selectWaiting } from '#modules/booking/reservation-slots.store.ts';
import { selectPastAddresses, selectUnnotified } from '#modules/booking/reservation-mails.store.ts';
import {
  selectAhead,
  selectPast,
  selectReservation,
  selectUpcoming,
} from '#modules/booking/training-reservations.store.ts';
import { purgeEndedWaits, selectWaits } from '#modules/booking/reservation-waits.store.ts';
import { selectHeldMemberships } from '#modules/memberships/held-memberships.service.ts';
import { createTestDatabase, sql } from './support/database.ts';
import { bySize } from './support/failures.ts';
import { explainQuery, type PlannedRead, testReads } from './support/database/query-plan.ts';

const { db, url } = await createTestDatabase();
const sub = randomUUID();
/**
 * Days with 12 hourly slots in ten gyms and six people per slot: a million rows in the long run.
 */
const days = bySize(120, 1400);
const now = new Date('2026-04-01T03:00:00Z');
const lastDeleted = new Date('2026-03-31T21:00:00Z');
const members = 1500;
/** A million in the long run, of these members and of others. */
const membershipCount = bySize(10_000, 1_000_000);

/**
 * Inserts rows in the order of time. Every third reservation is cancelled, on one day by the gym
 * without a notification yet. Some slots of the last weeks have a waiting list. Email addresses
 * exist only in the last hours. The replica role skips foreign key checks, because the references
 * are valid.
 */
await sql(
  url,
  `set session_replication_role = replica;
  insert into gyms (id, name) select n, 'x' from generate_series(1, 10) n;
  create temp table members as
    select n, case n when 0 then '${sub}'::uuid else gen_random_uuid() end as sub
    from generate_series(0, ${members} - 1) n;
  create temp table slots as
    select day, hour, gym, timestamptz '2026-04-29' - day * interval '1 day' + hour * interval '1 hour' as at
    from generate_series(${days} - 1, 0, -1) day, generate_series(0, 11) hour,
      generate_series(1, 10) gym;
  analyze members; analyze slots;
  alter table training_reservations drop constraint training_reservations_no_overlap;
  insert into training_reservations
    (gym_id, gym_day, starts_at, ends_at, place, sub, created_at, cancelled_at, email,
      gym_cancel_reason, membership_id)
  select gym, at::date, at, at + interval '1 hour', place, m.sub, at - interval '2 days',
    case (place + hour) % 3 when 0 then at - interval '1 day' end,
    case when at > '${lastDeleted.toISOString()}' and ((place + hour) % 3 > 0 or day = 5)
      then 'a@tanren.example' end,
    case when (place + hour) % 3 = 0 and day = 5 then 'x' end, m.n + 1
  from slots join generate_series(1, 6) place on true
    join members m on m.n = (day * 17 + hour * 7 + gym * 13 + place * 250) % ${members};
  insert into reservation_waits (gym_id, gym_day, starts_at, ends_at, sub, created_at, ended_at, end_reason)
  select gym, at::date, at, at + interval '1 hour', m.sub, at - interval '2 days',
    case when at < '${now.toISOString()}' then at end,
    case when at < '${now.toISOString()}' then 'started' end
  from slots join generate_series(1, 2) person on true
    join members m on m.n = (day * 19 + hour * 3 + gym * 11 + person * 350) % ${members};
  insert into reservation_waits (gym_id, gym_day, starts_at, ends_at, sub, created_at)
  select gym, at::date, at, at + interval '1 hour', '${sub}', now()
  from slots where gym = 1 and day in (3, 5, 7) and hour = 4;
  insert into subscription_plans (id, gym_id, position, name, description, price, per, visits_per_month)
  overriding system value
  select 1000 + n, n, 1, 'x', '', 8800, 'month', 8 from generate_series(1, 10) n;
  create temp table held as
    select at + 1 as id, coalesce(m.sub, gen_random_uuid()) as sub, 1 + at % 10 as gym
    from generate_series(0, ${membershipCount} - 1) at left join members m on m.n = at;
  insert into memberships (id, gym_id, sub, name, joined_at) overriding system value
  select id, gym, sub, 'x', now() from held;
  insert into membership_terms (membership_id, from_day, last_day, plan_id)
  select id, day, last_day, 1000 + gym
  from held, (values (date '2020-01-01', date '2025-12-31'), ('2026-01-01', null)) days (day, last_day);
  insert into membership_requests
    (draft_id, gym_id, sub, kind, plan_id, from_day, name, requested_at, decided_at)
  select gen_random_uuid(), gym, sub, 'join', 1000 + gym, '2026-04-01', 'x', now(),
    case when id % 100 > 0 then now() end
  from held;
  analyze training_reservations; analyze reservation_waits; analyze gyms; analyze memberships;
  analyze membership_terms; analyze membership_requests; analyze subscription_plans`,
);

/** Small tables, which PostgreSQL may read completely. */
const smallTables = [
  'gyms',
  'training_sessions',
  'subscription_plans',
  'user_infos',
  'workouts',
  'notification_choices',
];

const day = {
  gymId: 3,
  sub,
  from: new Date('2026-04-10T00:00:00Z'),
  to: new Date('2026-04-10T12:00:00Z'),
};
const board = { gymId: 3, gymDay: '2026-04-10' };
const oneMinute = {
  from: new Date('2026-04-10T05:00:00Z'),
  until: new Date('2026-04-10T05:01:00Z'),
};
const list = { sub, from: null, limit: 21 };
const middle = { micros: String(Date.parse('2026-01-15T00:00:00Z') * 1000), id: 1 };
const firstDay = Date.parse('2026-04-29T00:00:00Z') - (days - 1) * 86_400_000;
const afterTwoDays = new Date(firstDay + 2 * 86_400_000);
const places = 'training_reservations_places';
const ofMember = 'training_reservations_of_member';
const [first] = await selectPast(db, list, now);

const reads: readonly PlannedRead[] = [
  ['slots of a day, reserved', selectReserved(db, day), [places], 48],
  ['slots of a day, waiting', selectWaiting(db, day, now), ['reservation_waits_of_slot'], 24],
  ['future reservations', selectAhead(db, sub, now), [ofMember], 40, 20],
  ['own, to come', selectUpcoming(db, list, now), [ofMember], 40, 20],
  ['own, past', selectPast(db, list, now), [ofMember], 21, 40],
  ['own, past, next page', selectPast(db, { ...list, from: middle }, now), [ofMember], 21],
  ['own, one', selectReservation(db, sub, first?.id ?? 0), ['training_reservations_pkey'], 1],
  [
    'own waits',
    selectWaits(db, sub, now),
    ['reservation_waits_of_member', 'reservation_waits_of_slot'],
    40,
  ],
  ['waits to delete', purgeEndedWaits(db, afterTwoDays), ['reservation_waits_ended'], 500],
  ['cancelled and not notified', selectUnnotified(db), ['training_reservations_to_tell'], 240],
  [
    'mail addresses to delete',
    selectPastAddresses(db, now),
    ['training_reservations_with_address'],
    250,
  ],
  // The board includes the next day, whose slots may begin before this day closes.
  [
    'the board of a day',
    selectVisits(db, board),
    [places, 'membership_terms_membership_id_from_day_pk', 'memberships_pkey'],
    48 * 5,
    50,
  ],
  ['the visit of a code', selectOpenFor(db, { gymId: 3, ...oneMinute }), [places], 48, 48],
];

/** Reads of one member, and of all members who wait for some slots. */
const waiting = await sql<{ sub: string }>(
  url,
  'select sub from memberships where id between 2 and 31',
);
const ofMemberships = [
  'membership_requests_open',
  'membership_terms_membership_id_from_day_pk',
  'memberships_of_member',
  'training_reservations_of_membership',
];

describe(`among ${membershipCount} memberships`, () => {
  test.each([
    ['one member', [sub], 60],
    ['waiting members', waiting.map((member) => member.sub), 1800],
  ])('%s: reads its own rows by index', async (_name, subs, max) => {
    const held = selectHeldMemberships(subs, now);
    const plan = await explainQuery(url, held, ['subscription_plans']);
    expect(plan.ways).toEqual(ofMemberships);
    expect(plan.rows).toBeGreaterThan(0);
    expect(plan.rows).toBeLessThanOrEqual(max);
    expect(plan.removed).toBeLessThanOrEqual(30);
  });
});

describe(`among ${days * 12 * 10 * 6} reservations`, () => {
  testReads(url, reads, smallTables);

  test('reminders of the next hour read only the reservations of that hour by index', async () => {
    await sql(
      url,
      `insert into push_subscriptions (sub, endpoint, p256dh, auth, user_agent, created_at)
      select sub, 'https://push.example/' || sub, '', '', '', now() from (
        select distinct sub from training_reservations where sub is not null
        union all select gen_random_uuid() from generate_series(1, 30000)
      ) members;
      insert into notification_choices (sub, kind, push, mail)
      select sub, kind, id % 2 = 0, false from push_subscriptions,
        unnest(array['announcement', 'reservation-soon', 'weekly-summary']) kind;
      analyze push_subscriptions; analyze notification_choices`,
    );
    const soon = selectSoon({ now: day.from, minutes: 60, limit: 500 });
    const plan = await explainQuery(url, soon, ['gyms', 'notification_outbox']);
    expect(plan.ways).toEqual([
      'notification_choices_by_mail',
      'notification_choices_sub_kind_pk',
      'push_subscriptions_of_member',
      places,
    ]);
    expect(plan.rows).toBeGreaterThan(0);
    // Each reservation of the hour has one device and one choice.
    expect(plan.rows).toBeLessThanOrEqual(3 * 60);
  });

  test('first visits of a day are read by index, for these members only', async () => {
    const visits = await selectVisits(db, board);
    const subs = [...new Set(visits.map((visit) => visit.sub))];
    await sql(url, 'update training_reservations set codes_shown_at = starts_at where place = 2');
    await sql(url, 'analyze training_reservations');
    const plan = await explainQuery(url, queryKnownMembers(board, subs), smallTables);
    expect(plan.ways).toEqual(['Function Scan', ofMember]);
    expect(subs.length).toBeGreaterThan(40);
    // The bound is the number of rows of these members in all gyms.
    const ownRows = (1.2 * (days * 12 * 10 * 6)) / members;
    expect(plan.rows).toBeLessThanOrEqual(subs.length * ownRows);
  });
});
