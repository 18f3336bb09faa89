import type {
  SessionContent,
  TrainerTrainingSession,
  TrainingSession,
} from '@tanren/contract/training-sessions';
import { countSessionSets, estimateSessionMinutes } from '@tanren/domain/training-sessions';

type Item = SessionContent['items'][number];

/** Three sets of ten, with the load that is recommended to whoever does it. */
export function sampleItem(workoutTypeId: number, changes: Partial<Item> = {}): Item {
  return { workoutTypeId, sets: 3, reps: 10, loadKg: null, restSeconds: 90, ...changes };
}

/** What the server works out from the items. */
export function summarizeItems(items: Item[]) {
  return {
    items,
    workoutTypeIds: [...new Set(items.map(({ workoutTypeId }) => workoutTypeId))],
    setCount: countSessionSets(items),
    estimatedMinutes: estimateSessionMinutes(items),
  };
}

/** An own public session with nothing special about it, where nothing else is said. */
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

/** What a trainer made for a member, as both of them get it. */
export function sampleTrainerSession(
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

/** As it stands in a list. */
export function listTrainerSession(session: TrainingSession): TrainerTrainingSession {
  return { ...session, lastRunAt: null };
}
