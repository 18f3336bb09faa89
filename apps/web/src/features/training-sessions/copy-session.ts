import {
  createTrainingSession,
  type SessionContent,
  type TrainingSession,
} from '@tanren/contract/training-sessions';
import { sessionLimits } from '@tanren/domain/training-sessions';
import { callApi } from '#lib/api.ts';

const mark = '（コピー）';

/** A copy of one's own says so: two of the same name could not be told apart. */
export function titleCopy({ title, author }: Pick<TrainingSession, 'title' | 'author'>): string {
  if (!author.isMe || title.endsWith(mark)) return title;
  const room = sessionLimits.title - Array.from(mark).length;
  return `${Array.from(title).slice(0, room).join('').trimEnd()}${mark}`;
}

/** Private: whether others should see it is a new decision. */
export function toCopy(session: TrainingSession): SessionContent {
  const { description, tags, items } = session;
  return { title: titleCopy(session), description, tags, items, visibility: 'private' };
}

/** The same draft sent again, after a lost answer, is the same copy. */
export function copySession(session: TrainingSession, draftId: string): Promise<TrainingSession> {
  return callApi(createTrainingSession, { body: { ...toCopy(session), draftId } });
}
