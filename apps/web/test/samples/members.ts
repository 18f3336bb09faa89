import type { TrainedMemberDetail } from '@tanren/contract/trainers/trainer-members';

/** The member as the linked trainer sees them. */
export const sampleTrainedMember: TrainedMemberDetail = {
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
