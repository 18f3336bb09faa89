import type { WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import {
  type DemoPerson,
  type DemoTraining,
  type Favourite,
  untrainedOneRepMaxHg,
} from './demo-person.ts';

/** The password is published, so it is used only in a database without real members. */
export const demoPassword = 'mainichi10kai';

export interface DemoAccount {
  readonly email: string;
  readonly groups: readonly string[];
  readonly person: DemoPerson;
}

const body = { female: false, age: 34, weight: 68.5 };
/** Most loads increase. The shoulder press has stalled, and curls were last done 36 days ago. */
const types: readonly WorkoutTypeId[] = [1, 3, 4, 5, 6, 8, 9, 11, 12, 13];
const stalledType = 3;
const untrainedType = 6;

const favourites = types.map((workoutTypeId): Favourite => ({
  workoutTypeId,
  startHg: Math.round(untrainedOneRepMaxHg(workoutTypeId, body) * 1.05),
  earlyGain: 0.2,
  steadyGain: 0.004,
  untilDaysAgo: workoutTypeId === untrainedType ? 36 : 1,
  stalledDaysAgo: workoutTypeId === stalledType ? 70 : 0,
}));

/** Lists visits: two fixed days a week up to yesterday, often a third, and one holiday. */
function listVisits(): number[] {
  const days: number[] = [];
  for (let daysAgo = 364; daysAgo >= 1; daysAgo -= 1) {
    const inWeek = (daysAgo - 1) % 7;
    const week = Math.floor((daysAgo - 1) / 7);
    const isHoliday = daysAgo > 150 && daysAgo <= 164;
    const comes = inWeek === 0 || inWeek === 3 || (inWeek === 5 && week % 5 < 3);
    if (comes && !isHoliday) days.push(daysAgo);
  }
  return days;
}

const training: DemoTraining = {
  gymId: 1,
  visits: listVisits(),
  typesPerVisit: { min: 5, max: 6 },
  startMinute: 19 * 60,
  maxReps: 12,
  favourites,
};

const complete = {
  sex: 'male',
  age: body.age,
  height: 171.5,
  weight: body.weight,
  exerciseHabit: 'weekly-2-3',
  trainingPurposes: ['health', 'strength'],
  joinedDaysAgo: 365,
} satisfies Partial<DemoPerson>;

/** The demo member, whose pages show every feature with data. */
export const demoMember: DemoPerson = {
  ...complete,
  sub: '7a0e0001-0000-4000-8000-000000000001',
  nickname: 'はるき',
  rankingVisible: true,
  training,
};

export const demoMemberAccount: DemoAccount = {
  email: 'demo@tanren.example',
  groups: ['member'],
  person: demoMember,
};

/** The demo trainer, who trains members of the first gym. */
export const demoTrainer: DemoPerson = {
  ...complete,
  sub: '7a0e0001-0000-4000-8000-000000000002',
  nickname: 'トレーナー佐藤',
  rankingVisible: false,
  training: null,
};

export const demoAccounts: readonly DemoAccount[] = [
  demoMemberAccount,
  {
    email: 'trainer@tanren.example',
    groups: ['member', 'trainer'],
    person: demoTrainer,
  },
  {
    email: 'staff@tanren.example',
    groups: ['member', 'staff'],
    person: {
      ...complete,
      sub: '7a0e0001-0000-4000-8000-000000000003',
      nickname: 'スタッフ鈴木',
      rankingVisible: false,
      training: null,
    },
  },
];
