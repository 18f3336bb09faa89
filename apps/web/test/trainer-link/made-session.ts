import type {
  SessionContent,
  TrainingSession,
  TrainerTrainingSession,
} from '@tanren/contract/training-sessions';

type Item = SessionContent['items'][number];

export function madeItem(workoutTypeId: number): Item {
  return { workoutTypeId, sets: 3, reps: 10, loadKg: null, restSeconds: 90 };
}

/** What a trainer made for a member, as both of them get it. */
export function madeSession(
  trainingSessionId: number,
  change: Partial<TrainingSession> = {},
): TrainingSession {
  const items = change.items ?? [madeItem(1), madeItem(4)];
  return {
    trainingSessionId,
    title: '肩の立て直し',
    description: '',
    tags: [],
    visibility: 'private',
    items,
    workoutTypeIds: [...new Set(items.map(({ workoutTypeId }) => workoutTypeId))],
    setCount: items.reduce((sum, { sets }) => sum + sets, 0),
    estimatedMinutes: 20,
    author: { nickname: 'コウジ', isMe: false },
    byTrainer: true,
    favorite: false,
    favoriteCount: 0,
    version: 1,
    hiddenReason: null,
    createdAt: '2026-03-03T09:00:00.000Z',
    updatedAt: '2026-03-03T09:00:00.000Z',
    ...change,
  };
}

/** As it stands in a list. */
export function listMade(session: TrainingSession): TrainerTrainingSession {
  return { ...session, lastRunAt: null };
}
