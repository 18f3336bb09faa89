import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#gyms/gym-time.ts';
import { type MuscleId, muscles } from '#workouts/muscles.ts';
import {
  beginnerRuns,
  bodyParts,
  chooseTodaysMenu,
  experiencedDays,
  type MenuCandidate,
  menuSources,
  muscleNeed,
  type MuscleState,
  rankTodaysMenus,
  type TodaysMember,
} from './todays-menu.ts';
import { workoutTypes } from '#workouts/workout-types.ts';

const today = '2026-11-16';
const ago = (days: number) => addDays(today, -days);

const rested: MuscleState = { sets: 0, lastTrainedOn: ago(6) };
const everyMuscle = (state: MuscleState) =>
  new Map<MuscleId, MuscleState>(muscles.map(({ id }) => [id, state]));

const legs = [
  { workoutTypeId: 12, sets: 3 },
  { workoutTypeId: 13, sets: 3 },
];
const chest = [
  { workoutTypeId: 1, sets: 3 },
  { workoutTypeId: 2, sets: 3 },
];

function menu(id: number, given: Partial<MenuCandidate> = {}): MenuCandidate {
  const changedOn = ago(3);
  return {
    trainingSessionId: id,
    items: legs,
    from: 'public',
    changedOn,
    lastRunOn: null,
    tags: [],
    ...given,
  };
}

function member(given: Partial<TodaysMember> = {}): TodaysMember {
  return {
    trainingDays: experiencedDays,
    beginnerRuns: 0,
    muscles: everyMuscle(rested),
    running: null,
    reserved: null,
    beginner: null,
    candidates: [],
    closedTypes: new Set(),
    ...given,
  };
}

describe('decisions come first', () => {
  const trainers = [
    menu(3, { from: 'trainer', changedOn: ago(1), lastRunOn: ago(1) }),
    menu(4, { from: 'trainer', changedOn: ago(2) }),
    menu(5, { from: 'trainer', changedOn: ago(9) }),
  ];
  const others = [menu(2, { items: chest }), menu(6, { from: 'gym' }), menu(7, { from: 'own' })];
  const everything = member({
    trainingDays: 0,
    running: { trainingSessionId: 1 },
    reserved: 2,
    beginner: 6,
    candidates: [...trainers, ...others],
  });

  test("in the order: open run, reservation, the trainer's newest menu, the beginner's menu", () => {
    const steps: readonly Partial<TodaysMember>[] = [
      {},
      { running: null },
      { reserved: null },
      { candidates: others },
      { trainingDays: experiencedDays },
      { candidates: [] },
    ];
    let state = everything;
    const seen = steps.map((step) => {
      state = { ...state, ...step };
      const choice = chooseTodaysMenu(state, today);
      return choice && [choice.trainingSessionId, choice.reason.kind];
    });
    expect(seen).toEqual([
      [1, 'running'],
      [2, 'reserved'],
      [4, 'trainer'],
      [6, 'beginner'],
      [7, 'due'],
      null,
    ]);
  });

  test('each is offered once, whatever the reason', () => {
    const ids = rankTodaysMenus(
      { ...everything, running: { trainingSessionId: 2 }, beginner: 4 },
      today,
    ).map(({ trainingSessionId }) => trainingSessionId);
    expect(new Set(ids)).toEqual(new Set([2, 3, 4, 5, 6, 7]));
    expect(ids).toHaveLength(6);
    expect(ids.slice(0, 2)).toEqual([2, 4]);
  });

  test('an open run is offered although its menu was deleted', () => {
    const running = { trainingSessionId: null };
    expect(chooseTodaysMenu({ ...everything, running }, today)).toEqual({
      trainingSessionId: null,
      reason: { kind: 'running' },
    });
  });

  test('a reservation does not offer again what was done today', () => {
    const candidates = [menu(2, { items: chest, lastRunOn: today }), menu(7)];
    expect(chooseTodaysMenu(member({ reserved: 2, candidates }), today)?.trainingSessionId).toBe(7);
  });

  test("a trainer's menu older than a month that was never run is not new", () => {
    const reasonAt = (changedOn: string) =>
      chooseTodaysMenu(member({ candidates: [menu(3, { from: 'trainer', changedOn })] }), today)
        ?.reason.kind;
    expect([reasonAt(ago(30)), reasonAt(ago(31))]).toEqual(['trainer', 'due']);
  });
});

describe('a new member', () => {
  const first = menu(6, { from: 'gym', items: chest, lastRunOn: ago(3) });
  const hard = menu(1, { tags: ['脚の日', '上級者'] });
  const long = menu(2, { items: [{ workoutTypeId: 12, sets: 19 }] });
  const easy = menu(3, { items: chest });
  const candidates = [hard, long, easy, first];
  const choose = (given: Partial<TodaysMember>) => {
    const chosen = chooseTodaysMenu(member({ beginner: 6, candidates, ...given }), today);
    return chosen && [chosen.trainingSessionId, chosen.reason.kind];
  };

  test("keeps the beginner's menu until it has been run three times", () => {
    expect(choose({ trainingDays: 1, beginnerRuns: 1 })).toEqual([6, 'beginner']);
    expect(choose({ trainingDays: 3, beginnerRuns: 2 })).toEqual([6, 'beginner']);
    expect(choose({ trainingDays: 3, beginnerRuns: 3 })?.[1]).toBe('due');
    // A member who has trained often without this menu is not offered it.
    expect(choose({ trainingDays: 6, beginnerRuns: 0 })?.[1]).toBe('due');
  });

  test('is not offered it twice a day, nor instead of an own choice', () => {
    const again = [easy, { ...first, lastRunOn: today }];
    expect(choose({ trainingDays: 1, candidates: again })).toEqual([3, 'due']);
    const own = menu(4, { from: 'own', items: chest });
    expect(choose({ trainingDays: 1, candidates: [own, first] })?.[1]).toBe('due');
  });

  test('is offered advanced or very long menus last', () => {
    const ranked = (trainingDays: number) =>
      rankTodaysMenus(member({ trainingDays, candidates: [hard, long, easy] }), today).map(
        ({ trainingSessionId }) => trainingSessionId,
      );
    const due = { muscles: everyMuscle({ sets: 0, lastTrainedOn: ago(6) }) };
    due.muscles.set('pectorals', { sets: 5, lastTrainedOn: ago(3) });
    expect(ranked(7)).toEqual([3, 1, 2]);
    const legsFirst = member({ ...due, candidates: [hard, easy] });
    expect(chooseTodaysMenu(legsFirst, today)?.trainingSessionId).toBe(1);
    expect(chooseTodaysMenu({ ...legsFirst, trainingDays: 7 }, today)?.trainingSessionId).toBe(3);
  });
});

describe('rested muscles', () => {
  const legsRested = everyMuscle({ sets: 8, lastTrainedOn: ago(1) });
  for (const muscle of ['quadriceps', 'hamstrings', 'calves', 'adductors'] as const) {
    legsRested.set(muscle, { sets: 0, lastTrainedOn: ago(6) });
  }
  const both = [menu(1, { items: chest }), menu(2, { items: legs })];

  test('decide the menu, with muscle and number of days', () => {
    expect(chooseTodaysMenu(member({ muscles: legsRested, candidates: both }), today)).toEqual({
      trainingSessionId: 2,
      reason: { kind: 'due', part: 'legs', days: 6 },
    });
  });

  test('have no number of days when they were never trained', () => {
    const never = everyMuscle({ sets: 0, lastTrainedOn: null });
    expect(chooseTodaysMenu(member({ muscles: never, candidates: both }), today)?.reason).toEqual({
      kind: 'due',
      part: 'chest',
      days: null,
    });
  });

  test('show the exact days, and only muscles that the menu trains', () => {
    const long = everyMuscle({ sets: 0, lastTrainedOn: ago(20) });
    const fresh = everyMuscle({ sets: 0, lastTrainedOn: today });
    fresh.set('calves', { sets: 0, lastTrainedOn: ago(20) });
    const thighs = [{ workoutTypeId: 12, sets: 3 }];
    const reasons = [long, fresh].map(
      (state) =>
        chooseTodaysMenu(
          member({ muscles: state, candidates: [menu(1, { items: thighs })] }),
          today,
        )?.reason,
    );
    expect(reasons).toEqual([{ kind: 'due', part: 'legs', days: 20 }, { kind: 'balanced' }]);
  });

  test('a known menu is preferred to a machine that was never used', () => {
    const muscleStates = everyMuscle(rested);
    muscleStates.set('pectorals', { sets: 0, lastTrainedOn: null });
    const candidates = [menu(1, { items: chest }), menu(2, { from: 'own', lastRunOn: ago(6) })];
    expect(
      chooseTodaysMenu(member({ muscles: muscleStates, candidates }), today)?.trainingSessionId,
    ).toBe(2);
  });

  test('gives no reason when everything was trained yesterday', () => {
    const fresh = everyMuscle({ sets: 6, lastTrainedOn: ago(1) });
    expect(chooseTodaysMenu(member({ muscles: fresh, candidates: both }), today)?.reason).toEqual({
      kind: 'balanced',
    });
  });

  test.each([
    ['one that was done before', { lastRunOn: ago(5) }],
    ['an own one', { from: 'own' as const }],
    ['one of the trainer', { from: 'trainer' as const, changedOn: ago(40) }],
    ['a favourite', { from: 'favorite' as const }],
  ])('of equal menus prefers %s', (_name, given) => {
    const candidates = [menu(1), menu(2, given), menu(3)];
    expect(chooseTodaysMenu(member({ candidates }), today)?.trainingSessionId).toBe(2);
  });

  test('avoids machines under inspection, whose muscles are no reason either', () => {
    const candidates = [menu(1, { from: 'own' }), menu(2), menu(3, { items: chest })];
    const rank = (closedTypes: number[]) =>
      rankTodaysMenus(member({ candidates, closedTypes: new Set(closedTypes) }), today);
    const ids = (closedTypes: number[]) => rank(closedTypes).map((it) => it.trainingSessionId);
    expect(ids([])).toEqual([1, 2, 3]);
    expect(ids([13])[0]).toBe(3);
    // The last choice is still offered, because staff may end the inspection.
    expect(ids([12, 13])).toEqual([3, 1, 2]);
    expect(rank([12, 13])[1]?.reason).toEqual({ kind: 'balanced' });
    // What people have decided stays.
    const reserved = member({ candidates, reserved: 1, closedTypes: new Set([12, 13]) });
    expect(chooseTodaysMenu(reserved, today)?.trainingSessionId).toBe(1);
  });

  test('offers what was done today last', () => {
    const candidates = [menu(1, { lastRunOn: today, from: 'own' }), menu(2, { items: chest })];
    expect(
      rankTodaysMenus(member({ candidates }), today).map((it) => it.trainingSessionId),
    ).toEqual([2, 1]);
  });
});

const state = fc.record({
  sets: fc.integer({ min: 0, max: 40 }).map((halves) => halves / 2),
  lastTrainedOn: fc.option(fc.integer({ min: 0, max: 400 }).map(ago)),
});
const anyMuscles = fc
  .array(state, { minLength: muscles.length, maxLength: muscles.length })
  .map((states) => new Map(muscles.map(({ id }, index) => [id, states[index] ?? rested])));
const id = fc.integer({ min: 1, max: 30 });
const anyMenu: fc.Arbitrary<MenuCandidate> = fc.record({
  trainingSessionId: id,
  items: fc.array(
    fc.record({
      workoutTypeId: fc.constantFrom(...workoutTypes.map((type) => type.id)),
      sets: fc.integer({ min: 1, max: 10 }),
    }),
    { minLength: 1, maxLength: 20 },
  ),
  from: fc.constantFrom(...menuSources),
  changedOn: fc.integer({ min: 0, max: 60 }).map(ago),
  lastRunOn: fc.option(fc.integer({ min: 0, max: 60 }).map(ago)),
  tags: fc.subarray(['上級者', '初心者', '全身']),
});
const anyMember: fc.Arbitrary<TodaysMember> = fc.record({
  trainingDays: fc.integer({ min: 0, max: experiencedDays }),
  beginnerRuns: fc.integer({ min: 0, max: beginnerRuns }),
  muscles: anyMuscles,
  running: fc.option(fc.record({ trainingSessionId: fc.option(id) })),
  reserved: fc.option(id),
  beginner: fc.option(id),
  candidates: fc.uniqueArray(anyMenu, { maxLength: 12, selector: (it) => it.trainingSessionId }),
  closedTypes: fc
    .subarray(workoutTypes.map((type) => type.id))
    .map((types) => new Set<number>(types)),
});

describe('for any member', () => {
  test('offers a menu whenever there is one, each once, and only existing ones', () => {
    fc.assert(
      fc.property(anyMember, (given) => {
        const offered = rankTodaysMenus(given, today).map((it) => it.trainingSessionId);
        const running = given.running === null ? [] : [given.running.trainingSessionId];
        const known = [...running, ...given.candidates.map((it) => it.trainingSessionId)];
        expect(new Set(offered)).toEqual(new Set(known));
        expect(offered).toHaveLength(new Set(offered).size);
      }),
    );
  });

  test('the order of the candidates does not matter', () => {
    fc.assert(
      fc.property(anyMember, (given) => {
        const turned = { ...given, candidates: given.candidates.toReversed() };
        expect(rankTodaysMenus(turned, today)).toEqual(rankTodaysMenus(given, today));
      }),
    );
  });

  test('a reason that names a muscle is true: the menu trains it and it has rested', () => {
    fc.assert(
      fc.property(anyMember, (given) => {
        for (const { trainingSessionId, reason } of rankTodaysMenus(given, today)) {
          if (reason.kind !== 'due') continue;
          const part = bodyParts.find((it) => it.id === reason.part);
          const items = given.candidates.find(
            (it) => it.trainingSessionId === trainingSessionId,
          )?.items;
          const trained = new Set<string>(
            (items ?? []).flatMap(({ workoutTypeId }) =>
              (workoutTypes.find((type) => type.id === workoutTypeId)?.muscles ?? []).map(
                ({ muscle }) => muscle,
              ),
            ),
          );
          const own = part?.muscles ?? [];
          expect(own.some((muscle) => trained.has(muscle))).toBe(true);
          for (const muscle of own) {
            const last = given.muscles.get(muscle)?.lastTrainedOn ?? null;
            expect(last === null || (reason.days !== null && last <= ago(reason.days))).toBe(true);
          }
        }
      }),
    );
  });

  test('the need of a muscle falls after a set and rises after a day', () => {
    fc.assert(
      fc.property(state, (given) => {
        const need = muscleNeed(given, today);
        expect(need).toBeGreaterThanOrEqual(0);
        expect(need).toBeLessThanOrEqual(1);
        expect(muscleNeed({ ...given, sets: given.sets + 1 }, today)).toBeLessThanOrEqual(need);
        expect(muscleNeed(given, addDays(today, 1))).toBeGreaterThanOrEqual(need);
      }),
    );
  });
});
