import type { TrainedMemberDetail } from '@tanren/contract/trainer-members';
import { type Answers, sampleWorkout } from './answers.ts';
import { sampleTrainingSession } from './training-sessions.ts';

const member: TrainedMemberDetail = {
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
};

/** Calls of a trainer about somebody whom the stand-in for a session cannot look after. */
export const sampleTrainedMember: Answers = {
  '/api/trainer/members/1': member,
  '/api/trainer/members/1/workout-loads': [],
  '/api/trainer/members/1/workouts/1': sampleWorkout(1),
  '/api/trainer/members/1/workout-history/1*': { points: [], bests: null, workoutCount: 0 },
  '/api/trainer/members/1/training-sessions/1': sampleTrainingSession(1),
};
