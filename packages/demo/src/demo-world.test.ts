import {
  addDays,
  daysBetween,
  toGymDay,
  toGymInstant,
  toGymTime,
  weekday,
} from '@tanren/domain/gyms/gym-time';
import { chooseNextLoad } from '@tanren/domain/workouts/next-load';
import { findProfileErrors, isProfileCompleted } from '@tanren/domain/members/profile';
import { listMenuTypes, menuLimits } from '@tanren/domain/menus/menus';
import { findLoadError } from '@tanren/domain/workouts/workout-types';
import { overlapsRun } from '@tanren/domain/menus/menu-runs';
import {
  checkDescription,
  checkTag,
  checkTitle,
  normalizeDescription,
  normalizeTags,
  normalizeTitle,
} from '@tanren/domain/menus/menu-texts';
import { countStreakWeeks, weekStart } from '@tanren/domain/workouts/training-weeks';
import { collides, findImplausibility, type LiftedSet } from '@tanren/domain/workouts/workouts';
import { describe, expect, test } from 'vitest';
import { demoMember } from '#members/demo-accounts.ts';
import { demoMachines, findDemoGym } from '#gyms/demo-gyms.ts';
import { gymAuthor } from '@tanren/domain/menus/built-in-menus';
import type { DemoPerson } from '#members/demo-person.ts';
import type { WorkoutRow } from '#workouts/workout-rows.ts';
import { type DemoWorld, generateDemoWorld } from './demo-world.ts';

/** `npm run test:long` compares the workouts of all members. */
const isLong = process.env['TEST_LONG'] === '1';
const now = new Date('2026-03-20T10:00:00Z');
const today = toGymDay(now);
const world = generateDemoWorld(now);

/** Counts workouts that overlap on the same machine or of the same member. */
function countOverlaps(by: 'machineId' | 'sub'): number {
  const lastEnd = new Map<string | number, Date>();
  let overlaps = 0;
  for (const workout of world.workouts) {
    const before = lastEnd.get(workout[by]);
    if (before !== undefined && before > workout.startedAt) overlaps += 1;
    lastEnd.set(workout[by], workout.endedAt);
  }
  return overlaps;
}

test('is the same during the whole gym day', () => {
  const lifts = isLong ? undefined : (person: DemoPerson) => person === demoMember;
  const earlier = generateDemoWorld(now, lifts);
  const later = generateDemoWorld(new Date('2026-03-20T14:59:59Z'), lifts);
  expect(later.midnight).toEqual(new Date('2026-03-19T15:00:00Z'));
  // Compared as text: printing a difference in a hundred thousand rows would take minutes.
  const describeWorld = ({ booked, ...rest }: DemoWorld) =>
    JSON.stringify({ ...rest, booked: { ...booked, present: null } });
  expect(describeWorld(later) === describeWorld(earlier)).toBe(true);
});

test('contains only profiles that a member could have typed', () => {
  const wrong = world.people.filter(
    (person) => !isProfileCompleted(person) || findProfileErrors(person, today).length > 0,
  );
  expect(wrong).toEqual([]);
  expect(new Set(world.people.map(({ nickname }) => nickname)).size).toBe(world.people.length);
  expect(new Set(world.people.map(({ sub }) => sub)).size).toBe(world.people.length);
  const hidden = world.people.filter(({ rankingVisible }) => !rankingVisible);
  expect(hidden.length).toBeGreaterThan(5);
  expect(hidden.length).toBeLessThan(50);
});

test('contains only workouts that the server would have accepted from a machine', () => {
  const sets = world.workouts.map((): LiftedSet[] => []);
  for (const { workoutId, loadHg, repLoadsHg, repMs } of world.sets) {
    const reps = repLoadsHg.map((hg, index) => ({ loadHg: hg, ms: repMs[index] ?? 0 }));
    sets[workoutId - 1]?.push({ loadHg, reps });
  }
  const wrong = world.workouts.filter(({ startedAt, endedAt, machineId }, index) => {
    const range = demoMachines.find(({ id }) => id === machineId);
    const claim = { startedAt, endedAt, sets: sets[index] ?? [] };
    return range === undefined || findImplausibility(claim, range, endedAt) !== null;
  });
  expect(wrong).toEqual([]);
});

test('no machine has two workouts at the same time', () => {
  const bouts = world.workouts.toSorted(
    (a, b) => a.machineId - b.machineId || a.startedAt.getTime() - b.startedAt.getTime(),
  );
  const colliding = bouts.filter((bout, index) => {
    const before = bouts[index - 1];
    return before?.machineId === bout.machineId && collides(before, bout);
  });
  expect(colliding).toEqual([]);
});

test('no member uses two machines at once, and no machine has two members', () => {
  expect(countOverlaps('sub')).toBe(0);
  expect(countOverlaps('machineId')).toBe(0);
});

test('workouts happen within the opening hours', () => {
  const wrong = world.workouts.filter(({ machineId, startedAt, endedAt, gymDay: day }) => {
    const machine = demoMachines.find(({ id }) => id === machineId);
    const { hours, closedOn } = findDemoGym(machine?.gymId ?? 0);
    return (
      weekday(day) === closedOn ||
      startedAt < toGymInstant(day, hours.opensMinute) ||
      endedAt > toGymInstant(day, hours.closesMinute)
    );
  });
  expect(wrong).toEqual([]);
});

test('workouts happen from 6:00, sometimes past midnight, and until yesterday', () => {
  const evening = world.workouts.filter(({ startedAt, gymDay }) => toGymDay(startedAt) === gymDay);
  const hours = evening.map(({ startedAt }) => Number(toGymTime(startedAt).slice(11, 13)));
  expect(Math.min(...hours)).toBe(6);
  const night = world.workouts.filter((workout) => !evening.includes(workout));
  expect(night.length).toBeGreaterThan(0);
  expect(night.length).toBeLessThan(world.workouts.length / 100);
  const begun = new Set(evening.map(({ sub, gymDay }) => `${sub} ${gymDay}`));
  expect(night.some(({ sub, gymDay }) => begun.has(`${sub} ${gymDay}`))).toBe(true);
  expect(world.workouts.filter(({ endedAt }) => endedAt > world.midnight)).toEqual([]);
  const days = world.workouts.map(({ gymDay }) => daysBetween(gymDay, today));
  expect(Math.min(...days)).toBe(1);
  expect(Math.max(...days)).toBeLessThanOrEqual(365);
  const lately = world.workouts.filter((_, index) => (days[index] ?? 0) <= 7);
  expect(new Set(lately.map(({ sub }) => sub)).size).toBeGreaterThan(50);
});

test('members differ in how often and what they train', () => {
  const countBy = (key: (row: WorkoutRow) => string | number) => {
    const counts = new Map<string | number, number>();
    for (const row of world.workouts) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
    return [...counts.values()];
  };
  const byMember = countBy(({ sub }) => sub);
  expect(byMember.length).toBeGreaterThan(180);
  expect(Math.min(...byMember)).toBeLessThan(20);
  expect(Math.max(...byMember)).toBeGreaterThan(400);
  const byType = countBy(({ workoutTypeId }) => workoutTypeId);
  expect(byType).toHaveLength(16);
  expect(Math.min(...byType)).toBeGreaterThan(500);
});

describe('demo menus', () => {
  const { menus, favorites } = world;
  const shown = menus.filter(({ visibility }) => visibility === 'public');
  const joinedAt = new Map(
    world.people.map(({ sub, joinedDaysAgo }) => [sub, addDays(today, -joinedDaysAgo)]),
  );
  const hasJoined = (sub: string, at: Date) => (joinedAt.get(sub) ?? '9999') <= toGymDay(at);

  test('are forty public ones by about 25 members, from the whole year', () => {
    expect(shown).toHaveLength(40);
    expect(new Set(shown.map(({ title }) => title)).size).toBe(40);
    expect(new Set(shown.map(({ authorSub }) => authorSub)).size).toBeGreaterThanOrEqual(25);
    const days = shown.map(({ createdAt }) => daysBetween(toGymDay(createdAt), today));
    expect(Math.min(...days)).toBeLessThan(7);
    expect(Math.max(...days)).toBeGreaterThan(330);
    const types = shown.flatMap(({ items }) => listMenuTypes(items));
    expect(new Set(types).size).toBe(16);
  });

  test('are valid for the editor and can be run', () => {
    const wrong = menus.filter(
      ({ title, description, tags, items }) =>
        checkTitle(title) !== true ||
        normalizeTitle(title) !== title ||
        checkDescription(description) !== true ||
        normalizeDescription(description) !== description ||
        tags.length === 0 ||
        tags.length > menuLimits.tags ||
        tags.some((tag) => checkTag(tag) !== true) ||
        normalizeTags(tags).join() !== tags.join() ||
        items.length === 0 ||
        items.length > menuLimits.items ||
        items.some((item) => findLoadError(item) !== null) ||
        items.some(({ sets, reps }) => sets > menuLimits.sets || reps > menuLimits.reps) ||
        items.some(({ restSeconds }) => restSeconds > menuLimits.restSeconds),
    );
    expect(wrong).toEqual([]);
  });

  test('were created by members of that time or come with the program, never in the future', () => {
    const wrong = menus.filter(
      ({ authorSub, createdAt, updatedAt, publishedAt, visibility, version }) =>
        !(authorSub === gymAuthor.sub || hasJoined(authorSub, createdAt)) ||
        updatedAt >= world.midnight ||
        updatedAt.getTime() > createdAt.getTime() !== version > 1 ||
        (publishedAt !== null) !== (visibility === 'public'),
    );
    expect(wrong).toEqual([]);
  });

  test('have as many likes as they show, by other members who have seen them', () => {
    const counted = menus.map(
      ({ id }) => favorites.filter(({ trainingSessionId }) => trainingSessionId === id).length,
    );
    expect(menus.map(({ favoriteCount }) => favoriteCount)).toEqual(counted);
    expect(Math.max(...counted)).toBeGreaterThan(50);
    expect(Math.min(...counted)).toBeLessThan(5);
    const wrong = favorites.filter(({ sub, trainingSessionId, favoritedAt }) => {
      const menu = menus.find(({ id }) => id === trainingSessionId);
      const seenAt = menu?.publishedAt ?? world.midnight;
      return (
        menu?.authorSub === sub ||
        favoritedAt < seenAt ||
        favoritedAt >= world.midnight ||
        !hasJoined(sub, favoritedAt)
      );
    });
    expect(wrong).toEqual([]);
    const pairs = favorites.map(({ sub, trainingSessionId }) => `${sub} ${trainingSessionId}`);
    expect(new Set(pairs).size).toBe(favorites.length);
  });
});

describe('the demo member', () => {
  const { sub } = demoMember;
  const mine = world.workouts.filter((workout) => workout.sub === sub).toReversed();
  const days = [...new Set(mine.map(({ startedAt }) => toGymDay(startedAt)))];
  const ofType = (workoutTypeId: number) =>
    mine.filter((workout) => workout.workoutTypeId === workoutTypeId);
  const types = [...new Set(mine.map(({ workoutTypeId }) => workoutTypeId))];
  const reasons = types.map((type) => {
    const recent = ofType(type)
      .slice(0, 4)
      .map((workout) => ({ ...workout, plannedReps: null, isPlannedLoad: false }));
    const range = demoMachines.find(({ id }) => id === recent[0]?.machineId);
    const state = world.strengths.find((one) => one.sub === sub && one.workoutTypeId === type);
    const strength = state === undefined ? null : { state, workoutTypeId: type, machineOffset: 0 };
    return range === undefined ? null : chooseNextLoad({ recent, range, now, strength })?.reason;
  });

  test('has come two or three times a week for a year, including yesterday', () => {
    expect(days[0]).toBe(addDays(today, -1));
    expect(days.length).toBeGreaterThan(2 * 48);
    expect(days.length).toBeLessThan(3 * 52);
    const weeks = days.map(weekStart);
    expect(countStreakWeeks(weeks, today)).toBeGreaterThan(12);
    // The holiday of the demo member ended an earlier streak.
    expect(countStreakWeeks(weeks, today)).toBeLessThan(40);
  });

  test('trains ten types: one unused for five weeks, others at their best', () => {
    expect(types).toHaveLength(10);
    expect(reasons.filter((reason) => reason === 'after-break')).toHaveLength(1);
    expect(reasons).toContain('raise');
    const recently = mine.filter(({ startedAt }) => daysBetween(toGymDay(startedAt), today) <= 21);
    const best = recently.filter((row) => row.isMaxBest || row.isTfoBest || row.isOneRepMaxBest);
    expect(best.length).toBeGreaterThanOrEqual(3);
  });

  test('is stronger than a year ago in every type', () => {
    const gains = types.map((type) => {
      const [newest, oldest] = [ofType(type)[0], ofType(type).at(-1)];
      return (newest?.topLoadHg ?? 0) / (oldest?.topLoadHg ?? 1);
    });
    expect(Math.min(...gains)).toBeGreaterThan(1.15);
  });

  test('has two private menus, a public one and five favourites', () => {
    const own = world.menus.filter(({ authorSub }) => authorSub === sub);
    expect(own.map(({ visibility }) => visibility).toSorted()).toEqual([
      'private',
      'private',
      'public',
    ]);
    expect(world.favorites.filter((favorite) => favorite.sub === sub)).toHaveLength(5);
  });

  test('has recently run own menus and one of the trainer, and the workouts belong to the runs', () => {
    const { runs, menus } = world;
    expect(runs).toHaveLength(7);
    for (const run of runs) {
      const menu = menus.find(({ id }) => id === run.trainingSessionId);
      expect(run).toMatchObject({ sub, title: menu?.title, items: menu?.items });
      expect(menu?.forSub ?? menu?.authorSub).toBe(sub);
      expect(menu?.updatedAt.getTime()).toBeLessThan(run.startedAt.getTime());
      expect(daysBetween(toGymDay(run.startedAt), today)).toBeLessThan(21);
      const done = world.workouts.filter(({ sessionRunId }) => sessionRunId === run.id);
      const planned = listMenuTypes(run.items);
      expect(done.length).toBeGreaterThanOrEqual(3);
      const meant = mine.filter(
        (workout) => planned.includes(workout.workoutTypeId) && overlapsRun(run, workout),
      );
      expect(done.toReversed()).toEqual(meant);
    }
    const attached = world.workouts.filter(({ sessionRunId }) => sessionRunId !== null);
    expect(attached.filter((workout) => workout.sub !== sub)).toEqual([]);
    const runDays = attached.map(({ startedAt }) => toGymDay(startedAt));
    expect(new Set(runDays).size).toBe(7);
  });
});
