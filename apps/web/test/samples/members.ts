import type { StaffMemberDetail } from '@tanren/contract/staff/staff-members';
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

export const sampleStaffMember: StaffMemberDetail = {
  member: '6f2d3f0e-5a53-4c5c-9a51-0f7d7f1f0a11',
  nickname: '力石ハル',
  email: 'haru@tanren.example',
  registeredAt: '2026-01-05T01:00:00.000Z',
  workoutCount: 2,
  lastWorkoutAt: '2026-03-03T09:00:00.000Z',
  upcomingReservations: 0,
  hasTrainer: false,
  account: { devices: 2, totpEnabled: true, holdsRole: false },
  rankingVisible: true,
};
