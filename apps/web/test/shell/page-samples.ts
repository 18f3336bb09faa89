import { getGymCrowd } from '@tanren/contract/gym-crowd';
import { getGymDoor } from '@tanren/contract/gym-door';
import {
  getBusinessHours,
  getGym,
  getWeeklyHours,
  listSubscriptionPlans,
} from '@tanren/contract/gyms';
import type { StaffGym } from '@tanren/contract/staff-gyms';
import type { StaffMachine } from '@tanren/contract/staff-machines';
import {
  getTrainedHistory,
  getTrainedMember,
  getTrainedWorkout,
  listTrainedLoads,
} from '@tanren/contract/trainer-members';
import { getTrainedSession } from '@tanren/contract/trainer-member-sessions';
import type { TrainingSession } from '@tanren/contract/training-sessions';
import type { WorkoutDetail } from '@tanren/contract/workouts';
import { answer } from '#test/support/answers.ts';
import { sampleGym } from '#test/reservations/gym-book.ts';

const at = '2026-03-03T09:00:00.000Z';
const everyDay = Array.from({ length: 7 }, () => ({ opensMinute: 360, closesMinute: 1560 }));

export function shownWorkout(id: number): WorkoutDetail {
  return {
    id,
    workoutTypeId: 1,
    startedAt: at,
    endedAt: '2026-03-03T09:06:00.000Z',
    max: 50,
    tfo: 400,
    setCount: 1,
    repCount: 8,
    personalBests: ['max'],
    sets: [{ loadKg: 50, reps: Array.from({ length: 8 }, () => ({ loadKg: 50, ms: 2000 })) }],
    estimatedOneRepMax: { kg: 63.3, reps: 8, reference: false },
    previous: { id: 9, startedAt: '2026-03-01T09:00:00.000Z', max: 47.5, tfo: 420 },
    trainingSessionId: 5,
    trainingSessionTitle: '上半身の日',
    correction: null,
  };
}

export function shownSession(trainingSessionId: number): TrainingSession {
  const workoutTypeIds = [1, 4, 11];
  return {
    title: '全身をひとまわり',
    description: '',
    tags: [],
    visibility: 'public',
    items: workoutTypeIds.map((workoutTypeId) => ({
      workoutTypeId,
      sets: 3,
      reps: 10,
      loadKg: null,
      restSeconds: 90,
    })),
    trainingSessionId,
    workoutTypeIds,
    setCount: 9,
    estimatedMinutes: 20,
    author: { nickname: 'テツ', isMe: true },
    byTrainer: false,
    favorite: false,
    favoriteCount: 0,
    version: 1,
    hiddenReason: null,
    createdAt: at,
    updatedAt: at,
  };
}

/** Everything a gym's page asks for. */
export function answerShownGym(): void {
  answer(getGym, sampleGym);
  answer(getWeeklyHours, { weekly: everyDay, specialDays: [] });
  answer(listSubscriptionPlans, [
    { id: 1, name: 'レギュラー', description: '', price: 8800, tax: 800, per: 'month' },
    { id: 2, name: '1回利用', description: '', price: 1650, tax: 150, per: 'visit' },
  ]);
  answer(getBusinessHours, {
    date: '2026-03-03',
    closed: false,
    opens: '2026-03-02T21:00:00.000Z',
    closes: '2026-03-03T17:00:00.000Z',
    special: false,
    note: '',
  });
  answer(getGymDoor, {
    available: false,
    reason: 'no_reservation',
    upcoming: [],
    serverTime: at,
  });
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
  answer(getTrainedSession, ({ params }) => shownSession(params.trainingSessionId));
}

export const staffGym: StaffGym = {
  id: 1,
  version: 1,
  name: 'TANREN 神田',
  address: '東京都千代田区神田鍛冶町0-0-0',
  access: 'JR神田駅から徒歩3分',
  phone: '03-0000-1234',
  slotMinutes: 60,
  capacity: 12,
  cancelDeadlineMinutes: 120,
  weekly: everyDay,
  specialDays: [],
  plans: [],
  upcomingReservations: 0,
};

export const staffMachine: StaffMachine = {
  id: 1,
  gymId: 1,
  gymName: 'TANREN 神田',
  workoutTypeId: 1,
  minLoad: 5,
  maxLoad: 100,
  loadStep: 2.5,
  firmware: '1.0.0',
  online: true,
  lastSeenAt: at,
  inUse: false,
  rejectedToday: 0,
  createdAt: at,
  retiredAt: null,
};
