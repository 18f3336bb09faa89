import type { WorkoutHistory } from '@tanren/contract/workouts/workout-history';
import type { WorkoutDetail } from '@tanren/contract/workouts/workouts';
import {
  createTrainedMenu,
  deleteTrainedMenu,
  getTrainedMenu,
  listTrainedMenus,
  updateTrainedMenu,
} from '@tanren/contract/trainers/trainer-member-sessions';
import {
  clearNextLoad,
  getTrainedCalibration,
  getTrainedHistory,
  getTrainedMember,
  getTrainedStatus,
  getTrainedStrength,
  getTrainedWorkout,
  listTrainedLoads,
  listTrainedTypes,
  listTrainedWorkouts,
  setNextLoad,
  type TrainedMemberDetail,
} from '@tanren/contract/trainers/trainer-members';
import type { TrainingSession } from '@tanren/contract/menus/menus';
import type { StrengthCalibration } from '@tanren/contract/workouts/workout-strength';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import { muscles } from '@tanren/domain/workouts/muscles';
import { type TrainerScope, trainerScopes } from '@tanren/domain/trainers/trainers';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { sampleLoad, sampleSet, sampleStrength, sampleWorkout } from '#test/samples/workouts.ts';
import { answer, rejectWith } from '#test/support/answers.ts';
import { allWorkoutTypes } from '#test/support/usual-answers.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { listTrainerMenu, sampleTrainerMenu } from '#test/samples/menus.ts';

const first = sampleWorkout({
  id: 1,
  startedAt: '2025-08-15T09:00:00.000Z',
  sets: [sampleSet(40, 10)],
});
const second = sampleWorkout({
  id: 2,
  startedAt: '2026-02-11T09:00:00.000Z',
  sets: [sampleSet(50, 10), sampleSet(50, 8)],
});
const newest = sampleWorkout({
  startedAt: '2026-03-03T09:00:00.000Z',
  personalBests: ['tfo'],
});

/** Three workouts on チェストプレス and one on アームカール, the newest first. */
const liftedWorkouts: readonly WorkoutDetail[] = [
  { ...newest, previous: second },
  sampleWorkout({
    id: 3,
    workoutTypeId: 6,
    startedAt: '2026-03-03T08:50:00.000Z',
    sets: [sampleSet(10, 15)],
  }),
  { ...second, previous: first },
  first,
];

/** The history of チェストプレス, the oldest first. */
export const liftedPoints: WorkoutHistory['points'] = [first, second, newest].map((workout) => ({
  workoutId: workout.id,
  startedAt: workout.startedAt,
  gymDay: workout.gymDay,
  max: workout.max,
  tfo: workout.tfo,
  estimatedOneRepMax: null,
}));

const best = { workoutId: newest.id, achievedAt: newest.startedAt, gymDay: newest.gymDay };
export const liftedBests: WorkoutHistory['bests'] = {
  max: { ...best, value: newest.max },
  tfo: { ...best, value: newest.tfo },
  oneRepMax: null,
};

const byMe = { nickname: 'コウジ', isMe: true };

/**
 * Opens the trainer's menus for a member in memory. `change` and `remove` act as another device.
 */
export function openTrainedMenus(...made: readonly TrainingSession[]) {
  const menus = new Map(made.map((one) => [one.trainingSessionId, { ...one, author: byMe }]));
  let lastId = Math.max(0, ...menus.keys());

  function change(id: number, content: Partial<TrainingSession>): TrainingSession {
    const old = menus.get(id);
    const version = (old?.version ?? 0) + 1;
    const changed = sampleTrainerMenu(id, { ...old, ...content, author: byMe, version });
    menus.set(id, changed);
    return changed;
  }

  answer(listTrainedMenus, () => ({
    items: [...menus.values()].map(listTrainerMenu),
    nextCursor: null,
  }));
  answer(
    getTrainedMenu,
    ({ params }) => menus.get(params.trainingSessionId) ?? rejectWith(404, 'not_found'),
  );
  answer(createTrainedMenu, ({ body: { draftId: _, ...content } }) => {
    lastId += 1;
    return change(lastId, content);
  });
  answer(updateTrainedMenu, ({ params, body: { version, ...content } }) => {
    const old = menus.get(params.trainingSessionId);
    if (old === undefined) return rejectWith(404, 'not_found');
    if (old.version !== version) return rejectWith(409, 'stale_version');
    return change(params.trainingSessionId, content);
  });
  answer(deleteTrainedMenu, ({ params }) =>
    menus.delete(params.trainingSessionId) ? null : rejectWith(404, 'not_found'),
  );
  return {
    change,
    remove: (id: number) => void menus.delete(id),
    titles: () => [...menus.values()].map(({ title }) => title),
  };
}

const sampleCalibration: StrengthCalibration = {
  count: 40,
  expected: 31.6,
  reached: 33,
  groups: [
    { from: 0.4, to: 0.6, count: 10, expected: 5.2, reached: 6 },
    { from: 0.8, to: 1, count: 30, expected: 26.4, reached: 27 },
  ],
  types: [
    { workoutTypeId: 1, count: 20, expected: 15.8, reached: 20, deviation: 'more' },
    { workoutTypeId: 6, count: 20, expected: 15.8, reached: 13 },
  ],
};

const knownLoad = sampleLoad({
  strength: { low: 62.4, high: 68.1 },
  nextLoadChance: { reps: 10, chance: 0.81 },
});

export const memberId = 7;
export const memberPath = `/trainer/members/${memberId}`;

export function describeMember(
  id = memberId,
  scopes: readonly TrainerScope[] = trainerScopes,
): TrainedMemberDetail {
  return {
    memberId: id,
    nickname: id === memberId ? 'テツ' : 'ハナ',
    linkedAt: '2026-03-01T09:00:00.000Z',
    scopes: [...scopes],
    profile: scopes.includes('profile')
      ? {
          height: 170.5,
          weight: 65,
          age: null,
          sex: null,
          exerciseHabit: 'weekly-2-3',
          trainingPurposes: ['health', 'strength'],
        }
      : null,
  };
}

/** Opens テツ, a member of the trainer コウジ. The returned functions act as テツ on another device. */
export function openTrainedMember(start: readonly TrainerScope[] = trainerScopes) {
  let scopes: readonly TrainerScope[] | null = start;
  const byRule = [knownLoad, sampleLoad({ workoutTypeId: 6, lastLoad: 10, lastReps: 15 })];
  const chosen = new Map<number, { loadKg: number; reason: string }>();
  const rejectFor = (scope: TrainerScope) => {
    if (scopes === null) return rejectWith(404, 'not_found');
    return scopes.includes(scope) ? null : rejectWith(403, 'scope_not_granted');
  };

  answer(getTrainedMember, () =>
    scopes === null ? rejectWith(404, 'not_found') : describeMember(memberId, scopes),
  );
  answer(
    getTrainedStatus,
    () =>
      rejectFor('status') ?? {
        weekStartsOn: '2026-03-02',
        trainedDays: ['2026-03-03'],
        streakWeeks: 2,
        muscles: muscles.map(({ id }) => ({ muscle: id, sets: 0, lastTrainedOn: null })),
      },
  );
  answer(
    listTrainedLoads,
    () =>
      rejectFor('history') ??
      byRule.map((load): WorkoutLoad => {
        const choice = chosen.get(load.workoutTypeId);
        if (choice === undefined) return load;
        const note = { text: choice.reason, nickname: 'コウジ' };
        const nextLoad = choice.loadKg;
        return { ...load, nextLoad, nextLoadReason: 'trainer', nextLoadNote: note };
      }),
  );
  answer(
    listTrainedTypes,
    () =>
      rejectFor('history') ??
      allWorkoutTypes(byRule.map(({ workoutTypeId }) => workoutTypeId)).map((type) => {
        const choice = chosen.get(type.id);
        if (type.workouted || choice === undefined) return type;
        const { loadKg, reason: text } = choice;
        return { ...type, firstLoad: { loadKg, note: { text, nickname: 'コウジ' } } };
      }),
  );
  answer(listTrainedWorkouts, ({ querystring: { workoutType } }) => {
    const isWanted = (type: number) => workoutType === undefined || type === workoutType;
    const items = liftedWorkouts.filter(({ workoutTypeId }) => isWanted(workoutTypeId));
    return rejectFor('history') ?? { items, nextCursor: null };
  });
  answer(getTrainedWorkout, ({ params }) => {
    const found = liftedWorkouts.find(({ id }) => id === params.workoutId);
    return rejectFor('history') ?? found ?? rejectWith(404, 'not_found');
  });
  answer(
    getTrainedHistory,
    () =>
      rejectFor('history') ?? {
        points: liftedPoints,
        bests: liftedBests,
        workoutCount: liftedPoints.length,
      },
  );
  answer(getTrainedStrength, () => rejectFor('history') ?? sampleStrength());
  answer(getTrainedCalibration, () => rejectFor('history') ?? sampleCalibration);
  answer(setNextLoad, ({ params, body }) => {
    const rejection = rejectFor('history');
    if (rejection === null) chosen.set(params.workoutType, body);
    return rejection;
  });
  answer(clearNextLoad, ({ params }) => {
    const rejection = rejectFor('history');
    if (rejection === null) chosen.delete(params.workoutType);
    return rejection;
  });

  return {
    share(next: readonly TrainerScope[]) {
      scopes = next;
    },
    endLink() {
      scopes = null;
    },
    isLinked: () => scopes !== null,
  };
}

/** Opens a page on a tablet. */
export async function openAsTrainer(path: string) {
  await page.viewport(820, 1180);
  return renderPage(path, { session: { groups: ['trainer'] } });
}

export const memberCards = () =>
  page.getByRole('region', { name: '担当会員' }).getByRole('listitem').getByRole('link');
export const viewTab = (name: string) =>
  page.getByRole('navigation', { name: '表示する内容' }).getByRole('link', { name });
export const notShared = () => page.getByText('この情報は共有されていません。');
export const loadCard = (name: string) => page.getByRole('region', { name, exact: true });

/** Checks that the page shows the end of the link and no data of the member. */
export async function expectEnded(): Promise<void> {
  await expect.element(heading('連携が解除されました')).toBeVisible();
  await expect.element(page.getByRole('main')).not.toHaveTextContent('テツ');
}
