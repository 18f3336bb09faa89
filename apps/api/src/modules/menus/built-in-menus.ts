import type { SessionItem } from '@tanren/domain/menus/menus';
import type { WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';

/**
 * Who made the menus that come with the program: nobody. No user pool hands out the nil UUID, so
 * there is no profile, no token and no erasure for it, and nobody can change or delete its menus.
 */
export const gymAuthor = {
  sub: '00000000-0000-0000-0000-000000000000',
  nickname: 'TANREN',
} as const;

const step = (workoutTypeId: WorkoutTypeId, reps: number) =>
  ({
    workoutTypeId,
    sets: 2,
    reps,
    loadHg: null,
    restSeconds: 60,
  }) satisfies SessionItem;

/** What somebody without any workout is offered. */
export const beginnersMenu = {
  /** By which every node and every start knows it again. */
  draftId: '7a6e2f5c-1d0b-4f3e-9c58-0b6d51c3e101',
  title: 'はじめての全身マシン6種',
  description:
    'まずはこの6種目から。大きな筋肉から順に並べています。\n\n・重量は「余裕を持って12回できる」くらいから\n・息を止めず、戻すときもゆっくり\n・わからないことは、スタッフにお声がけください',
  tags: ['初心者', '全身', '基本'],
  items: [step(11, 12), step(1, 12), step(4, 12), step(13, 12), step(3, 12), step(8, 15)],
};
