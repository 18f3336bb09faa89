import {
  findMembers,
  getStaffMember,
  getStaffWorkout,
  listStaffWorkouts,
  type StaffMemberDetail,
} from '@tanren/contract/staff-members';
import type { Workout, WorkoutDetail } from '@tanren/contract/workouts';
import { answer, refuse } from '#test/support/answers.ts';

export const sampleStaffMember: StaffMemberDetail = {
  member: '6f2d3f0e-5a53-4c5c-9a51-0f7d7f1f0a11',
  nickname: '力石ハル',
  email: 'haru@tanren.example',
  registeredAt: '2026-01-05T01:00:00.000Z',
  workoutCount: 2,
  lastWorkoutAt: '2026-03-03T09:00:00.000Z',
  upcomingReservations: 0,
  hasTrainer: false,
  account: { devices: 2, totpEnabled: true },
  rankingVisible: true,
};

const repsOf = (loadKg: number, count: number) =>
  Array.from({ length: count }, () => ({ loadKg, ms: 2000 }));

/** アームカール: 20 kg four times, then 70 kg three times, which was far too heavy. */
export const heavyWorkout: WorkoutDetail = {
  id: 41,
  workoutTypeId: 6,
  startedAt: '2026-03-03T09:00:00.000Z',
  endedAt: '2026-03-03T09:05:00.000Z',
  max: 70,
  tfo: 290,
  setCount: 2,
  repCount: 7,
  personalBests: [],
  sets: [
    { loadKg: 20, reps: repsOf(20, 4) },
    { loadKg: 70, reps: repsOf(70, 3) },
  ],
  estimatedOneRepMax: null,
  previous: null,
  trainingSessionId: null,
  trainingSessionTitle: null,
  correction: null,
};

/** As it stands after the second set was put right. */
export const correctedWorkout: WorkoutDetail = {
  ...heavyWorkout,
  max: 30,
  tfo: 140,
  repCount: 6,
  sets: [
    { loadKg: 20, reps: repsOf(20, 4) },
    { loadKg: 30, reps: repsOf(30, 2) },
  ],
  correction: { reason: '重さの設定が誤っていたため', correctedAt: '2026-03-04T00:00:00.000Z' },
};

function summarize(workout: WorkoutDetail): Workout {
  const { id, workoutTypeId, startedAt, endedAt, personalBests } = workout;
  const { max, tfo, setCount, repCount } = workout;
  return { id, workoutTypeId, startedAt, endedAt, personalBests, max, tfo, setCount, repCount };
}

/** One member with one or more records; found by a part of the nickname. */
export function answerMember(workouts: readonly WorkoutDetail[] = [heavyWorkout]): void {
  const { member, nickname, email, registeredAt } = sampleStaffMember;
  answer(findMembers, ({ querystring: { query } }) =>
    nickname.includes(query) || query === email ? [{ member, nickname, email, registeredAt }] : [],
  );
  answer(getStaffMember, ({ params }) =>
    params.member === member
      ? { ...sampleStaffMember, workoutCount: workouts.length }
      : refuse(404, 'not_found'),
  );
  answer(listStaffWorkouts, { items: workouts.map(summarize), nextCursor: null });
  answer(
    getStaffWorkout,
    ({ params }) => workouts.find(({ id }) => id === params.workoutId) ?? refuse(404, 'not_found'),
  );
}
