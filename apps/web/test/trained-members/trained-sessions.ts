import {
  createTrainedSession,
  deleteTrainedSession,
  getTrainedSession,
  listTrainedSessions,
  updateTrainedSession,
} from '@tanren/contract/trainer-member-sessions';
import type { TrainingSession } from '@tanren/contract/training-sessions';
import { answer, refuse } from '#test/support/answers.ts';
import { listMade, madeSession } from '#test/trainer-link/made-session.ts';

const byMe = { nickname: 'コウジ', isMe: true };

/** What the trainer made for a member, kept in memory; `change` and `remove` come from elsewhere. */
export function openTrainedSessions(...made: readonly TrainingSession[]) {
  const sessions = new Map(made.map((one) => [one.trainingSessionId, { ...one, author: byMe }]));
  let lastId = Math.max(0, ...sessions.keys());

  function change(id: number, content: Partial<TrainingSession>): TrainingSession {
    const old = sessions.get(id);
    const version = (old?.version ?? 0) + 1;
    const changed = madeSession(id, { ...old, ...content, author: byMe, version });
    sessions.set(id, changed);
    return changed;
  }

  answer(listTrainedSessions, () => ({
    items: [...sessions.values()].map(listMade),
    nextCursor: null,
  }));
  answer(
    getTrainedSession,
    ({ params }) => sessions.get(params.trainingSessionId) ?? refuse(404, 'not_found'),
  );
  answer(createTrainedSession, ({ body: { draftId: _, ...content } }) => {
    lastId += 1;
    return change(lastId, content);
  });
  answer(updateTrainedSession, ({ params, body: { version, ...content } }) => {
    const old = sessions.get(params.trainingSessionId);
    if (old === undefined) return refuse(404, 'not_found');
    if (old.version !== version) return refuse(409, 'stale_version');
    return change(params.trainingSessionId, content);
  });
  answer(deleteTrainedSession, ({ params }) =>
    sessions.delete(params.trainingSessionId) ? null : refuse(404, 'not_found'),
  );
  return {
    change,
    remove: (id: number) => void sessions.delete(id),
    titles: () => [...sessions.values()].map(({ title }) => title),
  };
}
