import { getGymCrowd } from '@tanren/contract/gym-crowd';
import { getTrainedSession } from '@tanren/contract/trainer-member-sessions';
import {
  getTrainedHistory,
  getTrainedMember,
  getTrainedWorkout,
  listTrainedLoads,
} from '@tanren/contract/trainer-members';
import type { WorkoutDetail } from '@tanren/contract/workouts';
import { answerGymPage } from '#test/gyms/gym-page.ts';
import { sampleTrainerSession } from '#test/samples/training-sessions.ts';
import { sampleWorkout } from '#test/samples/workouts.ts';
import { answer } from '#test/support/answers.ts';

const at = '2026-03-03T09:00:00.000Z';

/** With all that a page can say about one. */
export function shownWorkout(id: number): WorkoutDetail {
  return sampleWorkout({
    id,
    personalBests: ['max'],
    estimatedOneRepMax: { kg: 63.3, reps: 8, reference: false },
    previous: { id: 9, startedAt: '2026-03-01T09:00:00.000Z', max: 47.5, tfo: 420 },
    trainingSessionId: 5,
    trainingSessionTitle: '上半身の日',
  });
}

/** Everything a gym's page asks for. */
export function answerShownGym(): void {
  answerGymPage();
  answer(getGymCrowd, {
    at,
    machineCount: 1,
    machinesInUse: 0,
    types: [{ workoutTypeId: 1, machineCount: 1, inUse: 0, expected: 0 }],
    slots: [],
  });
}

/** Everything the pages about one member ask a trainer's calls for. */
export function answerTrainedMember(): void {
  answer(getTrainedMember, {
    memberId: 1,
    nickname: 'ハナ',
    linkedAt: '2026-03-01T09:00:00.000Z',
    scopes: ['history', 'profile'],
    profile: {
      height: 158,
      weight: 52,
      age: 34,
      sex: 'female',
      exerciseHabit: 'weekly-2-3',
      trainingPurposes: ['health'],
    },
  });
  answer(listTrainedLoads, []);
  answer(getTrainedWorkout, ({ params }) => shownWorkout(params.workoutId));
  answer(getTrainedHistory, { points: [], bests: null, workoutCount: 0 });
  answer(getTrainedSession, ({ params }) => sampleTrainerSession(params.trainingSessionId));
}
