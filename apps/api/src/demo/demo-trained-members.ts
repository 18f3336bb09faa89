import type { TrainerScope } from '@tanren/domain/trainers';

/** Somebody whom the demo trainer looks after. */
export interface DemoTrainedMember {
  readonly nickname: string;
  readonly scopes: readonly TrainerScope[];
  readonly linkedDaysAgo: number;
}

/**
 * All of the first gym, whose members come on the same days whatever today is: りさ has stalled,
 * こうへい部長 has not come for weeks.
 */
export const trainedMembers: readonly DemoTrainedMember[] = [
  { nickname: 'りさ', scopes: ['history', 'profile', 'status'], linkedDaysAgo: 210 },
  { nickname: 'こうへい部長', scopes: ['history', 'profile', 'status'], linkedDaysAgo: 150 },
  { nickname: 'はるき', scopes: ['history', 'profile', 'status'], linkedDaysAgo: 121 },
  { nickname: 'ユキさん', scopes: ['history', 'status'], linkedDaysAgo: 118 },
  { nickname: 'のんびり筋トレ', scopes: ['history', 'profile', 'status'], linkedDaysAgo: 96 },
  { nickname: '浩二2号', scopes: ['history', 'profile'], linkedDaysAgo: 70 },
  { nickname: 'まさと', scopes: ['history'], linkedDaysAgo: 40 },
  { nickname: 'アヤっち', scopes: ['profile', 'status'], linkedDaysAgo: 12 },
];

/** For the demo member: shoulders have stalled. */
export const demoChosenLoad = {
  workoutTypeId: 3,
  loadHg: 250,
  reason:
    '27.5kgで回数が伸びていないので、25kgで12回×3セットをそろえましょう。肘を開かず、ゆっくり下ろすことを優先してください。',
} as const;
