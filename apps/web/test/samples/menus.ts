import type {
  MenuContent,
  TrainerTrainingSession,
  TrainingSession,
} from '@tanren/contract/menus/menus';
import { countMenuSets, estimateMenuMinutes } from '@tanren/domain/menus/menus';

type Item = MenuContent['items'][number];

/** Returns an item of three sets of ten, with the load that is recommended to the member. */
export function sampleItem(workoutTypeId: number, changes: Partial<Item> = {}): Item {
  return { workoutTypeId, sets: 3, reps: 10, loadKg: null, restSeconds: 90, ...changes };
}

/** Returns the items with the fields that the server computes from them. */
export function summarizeItems(items: Item[]) {
  return {
    items,
    workoutTypeIds: [...new Set(items.map(({ workoutTypeId }) => workoutTypeId))],
    setCount: countMenuSets(items),
    estimatedMinutes: estimateMenuMinutes(items),
  };
}

/** Returns an ordinary public menu of the member. */
export function sampleTrainingSession(changes: Partial<TrainingSession> = {}): TrainingSession {
  const items = changes.items ?? [sampleItem(1), sampleItem(4), sampleItem(11)];
  return {
    trainingSessionId: 7,
    title: '全身をひとまわり',
    description: '',
    tags: [],
    visibility: 'public',
    ...summarizeItems(items),
    author: { nickname: 'テツ', isMe: true },
    byTrainer: false,
    favorite: false,
    favoriteCount: 0,
    version: 1,
    hiddenReason: null,
    createdAt: '2026-03-03T09:00:00.000Z',
    updatedAt: '2026-03-03T09:00:00.000Z',
    ...changes,
  };
}

/** Returns a menu that a trainer made for a member, as both of them get it. */
export function sampleTrainerMenu(
  trainingSessionId: number,
  changes: Partial<TrainingSession> = {},
): TrainingSession {
  return sampleTrainingSession({
    trainingSessionId,
    title: '肩の立て直し',
    visibility: 'private',
    items: [sampleItem(1), sampleItem(4)],
    author: { nickname: 'コウジ', isMe: false },
    byTrainer: true,
    ...changes,
  });
}

/** Returns the menu as a list contains it. */
export function listTrainerMenu(session: TrainingSession): TrainerTrainingSession {
  return { ...session, lastRunAt: null };
}
