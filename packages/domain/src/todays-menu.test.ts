import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from './gym-time.ts';
import { type MuscleId, muscles } from './muscles.ts';
import {
  bodyParts,
  chooseTodaysMenu,
  type MenuCandidate,
  muscleNeed,
  type MuscleState,
  rankTodaysMenus,
  type TodaysMember,
} from './todays-menu.ts';
import { workoutTypes } from './workout-types.ts';

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
  return { trainingSessionId: id, items: legs, from: 'public', lastRunOn: null, ...given };
}

function member(given: Partial<TodaysMember> = {}): TodaysMember {
  return {
    hasWorkouts: true,
    muscles: everyMuscle(rested),
    running: null,
    reserved: null,
    fromTrainer: [],
    beginner: null,
    candidates: [],
    ...given,
  };
}

describe('what somebody decided comes first', () => {
  const everything = member({
    hasWorkouts: false,
    running: 1,
    reserved: 2,
    fromTrainer: [
      { trainingSessionId: 3, lastRunOn: ago(1) },
      { trainingSessionId: 4, lastRunOn: null },
      { trainingSessionId: 5, lastRunOn: null },
    ],
    beginner: 6,
    candidates: [menu(7)],
  });

  test('the menu that runs, the reserved one, the newest of the trainer, the one to begin with', () => {
    const steps: readonly Partial<TodaysMember>[] = [
      {},
      { running: null },
      { reserved: null },
      { fromTrainer: [{ trainingSessionId: 3, lastRunOn: ago(1) }] },
      { hasWorkouts: true },
      { candidates: [] },
      { beginner: null },
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
      [6, 'beginner'],
      null,
    ]);
  });

  test('each is offered once, whatever names it', () => {
    const ids = rankTodaysMenus(
      { ...everything, reserved: 1, beginner: 4, candidates: [menu(1), menu(4), menu(7)] },
      today,
    ).map(({ trainingSessionId }) => trainingSessionId);
    expect(ids).toEqual([1, 4, 7]);
  });
});

describe('what the body needs', () => {
  const legsRested = everyMuscle({ sets: 8, lastTrainedOn: ago(1) });
  for (const muscle of ['quadriceps', 'hamstrings', 'calves', 'adductors'] as const) {
    legsRested.set(muscle, { sets: 0, lastTrainedOn: ago(6) });
  }
  const both = [menu(1, { items: chest }), menu(2, { items: legs })];

  test('goes to the muscles that wait, and says which and for how long', () => {
    expect(chooseTodaysMenu(member({ muscles: legsRested, candidates: both }), today)).toEqual({
      trainingSessionId: 2,
      reason: { kind: 'due', part: 'legs', days: 6 },
    });
  });

  test('says nothing of days when the part was never trained', () => {
    const never = everyMuscle({ sets: 0, lastTrainedOn: null });
    expect(chooseTodaysMenu(member({ muscles: never, candidates: both }), today)?.reason).toEqual({
      kind: 'due',
      part: 'chest',
      days: null,
    });
  });

  test('claims no need when everything was trained yesterday', () => {
    const fresh = everyMuscle({ sets: 6, lastTrainedOn: ago(1) });
    expect(chooseTodaysMenu(member({ muscles: fresh, candidates: both }), today)?.reason).toEqual({
      kind: 'balanced',
    });
  });

  test.each([
    ['one that was done before', { lastRunOn: ago(5) }],
    ['an own one', { from: 'own' as const }],
    ['a favourite', { from: 'favorite' as const }],
  ])('of equal menus prefers %s', (_name, given) => {
    const candidates = [menu(1), menu(2, given), menu(3)];
    expect(chooseTodaysMenu(member({ candidates }), today)?.trainingSessionId).toBe(2);
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
  from: fc.constantFrom('own', 'favorite', 'public'),
  lastRunOn: fc.option(fc.integer({ min: 0, max: 60 }).map(ago)),
});
const anyMember: fc.Arbitrary<TodaysMember> = fc.record({
  hasWorkouts: fc.boolean(),
  muscles: anyMuscles,
  running: fc.option(id),
  reserved: fc.option(id),
  fromTrainer: fc.array(
    fc.record({ trainingSessionId: id, lastRunOn: fc.option(fc.constant(ago(3))) }),
    { maxLength: 4 },
  ),
  beginner: fc.option(id),
  candidates: fc.uniqueArray(anyMenu, { maxLength: 12, selector: (it) => it.trainingSessionId }),
});

describe('whoever the member is', () => {
  test('something is offered whenever there is a menu, each once, and only what is there', () => {
    fc.assert(
      fc.property(anyMember, (given) => {
        const offered = rankTodaysMenus(given, today).map((it) => it.trainingSessionId);
        const undone = given.fromTrainer.find(({ lastRunOn }) => lastRunOn === null);
        const known = [
          given.running,
          given.reserved,
          undone?.trainingSessionId ?? null,
          given.beginner,
          ...given.candidates.map((it) => it.trainingSessionId),
        ].filter((it) => it !== null);
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

  test('a reason that names a part is true: the menu trains it and it has rested', () => {
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
            const rest = reason.days ?? 14;
            expect(last === null || last <= ago(rest)).toBe(true);
          }
        }
      }),
    );
  });

  test('a muscle needs no more after a set, and no less after a day', () => {
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
