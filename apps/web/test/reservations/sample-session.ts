import type { TrainingSession } from '@tanren/contract/training-sessions';

/** An own public session with nothing special about it, where nothing else is said. */
export function sampleTrainingSession(others: Partial<TrainingSession> = {}): TrainingSession {
  const item = { sets: 3, reps: 10, loadKg: null, restSeconds: 90 };
  return {
    trainingSessionId: 7,
    title: '全身をひとまわり',
    description: '',
    tags: [],
    visibility: 'public',
    items: [1, 4, 11].map((workoutTypeId) => ({ workoutTypeId, ...item })),
    workoutTypeIds: [1, 4, 11],
    setCount: 9,
    estimatedMinutes: 20,
    author: { nickname: 'テツ', isMe: true },
    byTrainer: false,
    favorite: false,
    favoriteCount: 0,
    version: 1,
    hiddenReason: null,
    createdAt: '2026-03-03T09:00:00.000Z',
    updatedAt: '2026-03-03T09:00:00.000Z',
    ...others,
  };
}
