import type { WorkoutTypeId } from '#workouts/workout-type-ids.ts';
import type { MenuItem } from './menus.ts';

/**
 * The author of the menus that come with the program. No user pool issues the nil UUID, so this
 * author has no profile, no token and no erasure, and no member can change or delete these menus.
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
  }) satisfies MenuItem;

/** The menu that is offered to a member without any workout. */
export const beginnersMenu = {
  /** Fixed id by which every node and every start finds the menu again. */
  draftId: '7a6e2f5c-1d0b-4f3e-9c58-0b6d51c3e101',
  title: 'はじめての全身マシン6種',
  description:
    'まずはこの6種目から。大きな筋肉から順に並べています。\n\n・重量は「余裕を持って12回できる」くらいから\n・息を止めず、戻すときもゆっくり\n・わからないことは、スタッフにお声がけください',
  tags: ['初心者', '全身', '基本'],
  items: [step(11, 12), step(1, 12), step(4, 12), step(13, 12), step(3, 12), step(8, 15)],
};
