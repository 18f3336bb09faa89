import {
  createTrainingSession,
  getMyTrainingSession,
  updateTrainingSession,
} from '@tanren/contract/training-sessions';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import type { SessionSource } from './editor-setting.ts';

/** The member's own sessions. */
export const ownSessionSource: SessionSource = {
  fetch: async (trainingSessionId) => {
    try {
      return await callApi(getMyTrainingSession, { params: { trainingSessionId } });
    } catch (error) {
      if (isApiError(error, 404)) return null;
      throw error;
    }
  },
  sendNew: (content, draftId) => callApi(createTrainingSession, { body: { ...content, draftId } }),
  sendChanged: (trainingSessionId, content, version) =>
    callApi(updateTrainingSession, {
      params: { trainingSessionId },
      body: { ...content, version },
    }),
};
