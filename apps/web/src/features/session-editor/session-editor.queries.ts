import {
  createTrainingSession,
  getMyTrainingSession,
  listTrainingSessionTags,
  type SessionContent,
  type TrainingSession,
  updateTrainingSession,
} from '@tanren/contract/training-sessions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import { trainingSessionsKey } from '#lib/session-keys.ts';

/** null: there is none, or it is somebody else's. Never from a cache: an edit begins with the newest. */
export async function fetchMySession(trainingSessionId: number): Promise<TrainingSession | null> {
  try {
    return await callApi(getMyTrainingSession, { params: { trainingSessionId } });
  } catch (error) {
    if (isApiError(error, 404)) return null;
    throw error;
  }
}

export function sendNewSession(content: SessionContent, draftId: string): Promise<TrainingSession> {
  return callApi(createTrainingSession, { body: { ...content, draftId } });
}

export function sendChangedSession(
  trainingSessionId: number,
  content: SessionContent,
  version: number,
): Promise<TrainingSession> {
  return callApi(updateTrainingSession, {
    params: { trainingSessionId },
    body: { ...content, version },
  });
}

const mostSuggestions = 8;

/** null: the field is not in use. Without suggestions one can still type, so nobody is told. */
export function tagSuggestionsQuery(text: string | null, chosen: readonly string[]) {
  const query = text ?? '';
  return queryOptions({
    queryKey: [trainingSessionsKey, 'tags', query],
    queryFn: ({ signal }) =>
      callApi(listTrainingSessionTags, { querystring: query === '' ? {} : { query } }, signal),
    enabled: text !== null && query.length <= 100,
    placeholderData: keepPreviousData,
    select: (tags) => tags.filter(({ tag }) => !chosen.includes(tag)).slice(0, mostSuggestions),
    retry: false,
    meta: { toldByPage: true },
  });
}
