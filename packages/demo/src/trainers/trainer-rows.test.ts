import { addDays, daysBetween, toGymDay } from '@tanren/domain/gyms/gym-time';
import { hasStalled } from '@tanren/domain/trainers/trainer-attention';
import { checkLoadReason, normalizeLoadReason } from '@tanren/domain/trainers/trainers';
import { recentWorkouts } from '@tanren/domain/workouts/next-load';
import { findLoadError, workoutTypes } from '@tanren/domain/workouts/workout-types';
import { describe, expect, test } from 'vitest';
import { demoMember, demoTrainer } from '#members/demo-accounts.ts';
import type { DemoPerson } from '#members/demo-person.ts';
import { generateDemoWorld } from '#demo-world.ts';

/** A whole week, because members come on different weekdays. */
const days = [20, 21, 22, 23, 24, 25, 26].map((day) => `2026-03-${day}`);

const evening = (day: string) => new Date(`${day}T10:00:00Z`);
const { trained: first } = generateDemoWorld(
  evening('2026-03-20'),
  ({ sub }) => sub === demoMember.sub,
);
const trainedSubs = new Set(first.links.map(({ memberSub }) => memberSub));
/** The short run creates workouts only for the trained members. */
const lifts =
  process.env['TEST_LONG'] === '1' ? undefined : ({ sub }: DemoPerson) => trainedSubs.has(sub);

describe.each(days)('the demo trainer on %s', (today) => {
  const now = evening(today);
  const { people, workouts, menus, runs, trained, midnight } = generateDemoWorld(now, lifts);
  const { links, views, chosen } = trained;
  const findLink = (nickname: string) => {
    const person = people.find((candidate) => candidate.nickname === nickname);
    return links.find(({ memberSub }) => memberSub === person?.sub);
  };
  const listDone = (sub: string) => workouts.filter((workout) => workout.sub === sub).toReversed();
  const sinceLast = (sub: string) =>
    daysBetween(toGymDay(listDone(sub)[0]?.startedAt ?? new Date(0)), today);
  const listStalled = (sub: string) =>
    workoutTypes.filter(({ id }) => {
      const recent = listDone(sub)
        .filter(({ workoutTypeId }) => workoutTypeId === id)
        .slice(0, recentWorkouts)
        .map(({ topLoadHg, startedAt, strengthMean, strengthSd }) => ({
          topLoadHg,
          strength: { mean: strengthMean ?? 0, sd: strengthSd ?? 1, at: startedAt },
        }));
      return hasStalled(recent);
    });

  test('has eight members, who existed before their link', () => {
    expect(new Set(links.map(({ memberSub }) => memberSub)).size).toBe(8);
    const wrong = links.filter(({ trainerSub, memberSub, linkedAt, endedAt }) => {
      const joined = people.find(({ sub }) => sub === memberSub)?.joinedDaysAgo ?? 0;
      const before = addDays(today, -joined) > toGymDay(linkedAt);
      return trainerSub !== demoTrainer.sub || before || linkedAt >= midnight || endedAt !== null;
    });
    expect(wrong).toEqual([]);
    expect(new Set(links.map(({ scopes }) => scopes.join())).size).toBeGreaterThanOrEqual(4);
  });

  test('has one member who stays away, one who has stalled and one who does not share the status', () => {
    const away = links.filter(({ memberSub }) => sinceLast(memberSub) > 28);
    expect(away).toEqual([findLink('こうへい部長')]);
    const stalled = findLink('りさ');
    expect(stalled?.scopes).toContain('history');
    expect(listStalled(stalled?.memberSub ?? '').length).toBeGreaterThan(0);
    expect(links.filter(({ scopes }) => !scopes.includes('status')).length).toBeGreaterThan(0);
  });

  test('has viewed what the members share since the link, and the demo member recently', () => {
    const wrong = views.filter(({ linkId, memberSub, trainerSub, seen, seenAt }) => {
      const link = links.find(({ id }) => id === linkId);
      return (
        link?.memberSub !== memberSub ||
        link.trainerSub !== trainerSub ||
        !link.scopes.includes(seen) ||
        seenAt < link.linkedAt ||
        seenAt >= midnight
      );
    });
    expect(wrong).toEqual([]);
    const keys = views.map(({ linkId, seen, seenAt }) =>
      [linkId, seen, Math.floor(seenAt.getTime() / 900_000)].join(),
    );
    expect(new Set(keys).size).toBe(views.length);
    const lately = views.filter(
      ({ memberSub, seenAt }) =>
        memberSub === demoMember.sub && daysBetween(toGymDay(seenAt), today) <= 30,
    );
    expect(lately.length).toBeGreaterThanOrEqual(4);
  });

  test('has made three menus for the demo member since the link, one of them already done', () => {
    const made = menus.filter(({ forSub }) => forSub !== null);
    const link = findLink(demoMember.nickname);
    const { sub } = demoMember;
    expect(made.filter(({ forSub }) => forSub !== sub)).toEqual([]);
    expect(made.filter(({ authorSub }) => authorSub !== demoTrainer.sub)).toEqual([]);
    expect(made.filter(({ createdAt }) => createdAt < (link?.linkedAt ?? now))).toEqual([]);
    expect(made).toHaveLength(3);
    const done = runs.filter((run) => made.some(({ id }) => id === run.trainingSessionId));
    expect(done.map(({ startedAt }) => daysBetween(toGymDay(startedAt), today))).toEqual([6]);
  });

  test('has chosen a load for a stalled type after its last workout', () => {
    const [choice] = chosen;
    expect(chosen).toHaveLength(1);
    expect(choice).toMatchObject({
      sub: demoMember.sub,
      linkId: findLink(demoMember.nickname)?.id,
    });
    const last = listDone(demoMember.sub).find(
      ({ workoutTypeId }) => workoutTypeId === choice?.workoutTypeId,
    );
    const stalled = listStalled(demoMember.sub).map(({ id }): number => id);
    expect(stalled).toContain(choice?.workoutTypeId);
    expect(choice?.loadHg).toBeLessThan(last?.topLoadHg ?? 0);
    expect(choice?.chosenAt.getTime()).toBeGreaterThan(last?.endedAt.getTime() ?? Infinity);
    expect(choice?.chosenAt.getTime()).toBeLessThan(midnight.getTime());
    expect(choice !== undefined && findLoadError(choice)).toBeNull();
    expect(checkLoadReason(choice?.reason ?? '')).toBe(true);
    expect(normalizeLoadReason(choice?.reason ?? '')).toBe(choice?.reason);
  });
});
