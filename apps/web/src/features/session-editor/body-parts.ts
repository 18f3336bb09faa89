import type { MuscleId } from '@tanren/domain/muscles';
import { workoutTypes } from '@tanren/domain/workout-types';

const partOf = {
  pectorals: '胸',
  deltoids: '肩',
  lats: '背中',
  trapezius: '背中',
  'spinal-erectors': '背中',
  biceps: '腕',
  triceps: '腕',
  abdominals: 'お腹',
  obliques: 'お腹',
  'gluteus-maximus': '脚・お尻',
  'gluteus-medius': '脚・お尻',
  quadriceps: '脚・お尻',
  hamstrings: '脚・お尻',
  adductors: '脚・お尻',
  calves: '脚・お尻',
} as const satisfies Record<MuscleId, string>;

type Part = (typeof partOf)[MuscleId];

const parts: readonly Part[] = ['胸', '背中', '肩', '腕', 'お腹', '脚・お尻'];

/** The exercises by what they are for, as members look for them. */
export const typesByPart = parts.map((part) => ({
  part,
  types: workoutTypes.filter(({ muscles }) => partOf[muscles[0].muscle] === part),
}));
