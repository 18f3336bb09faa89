import {
  createTrainingSession,
  getMyTrainingSession,
  type SessionContent,
  type TrainingSession,
  updateTrainingSession,
} from '@tanren/contract/training-sessions';
import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import {
  refreshSessions,
  trainingSessionQuery,
} from '#entities/training-sessions/training-sessions.queries.ts';
import { workoutLoadsQuery } from '#entities/workouts/workouts.queries.ts';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';

/** Where a session is kept. */
export interface SessionSource {
  /** null: there is none, or it is somebody else's. Never from a cache: an edit begins with the newest. */
  readonly fetch: (trainingSessionId: number) => Promise<TrainingSession | null>;
  readonly sendNew: (content: SessionContent, draftId: string) => Promise<TrainingSession>;
  readonly sendChanged: (
    trainingSessionId: number,
    content: SessionContent,
    version: number,
  ) => Promise<TrainingSession>;
}

/** Whose session is edited, and what stands around the editor. */
export interface EditorSetting {
  readonly source: SessionSource;
  /** The member a trainer makes it for: it is private to the two. null: one's own. */
  readonly forMember: string | null;
  /** Of whoever it is for, as far as they are known. */
  readonly loads: readonly WorkoutLoad[];
  /** What could not be loaded, and the way to it. */
  readonly missing: ReactNode;
  /** The way to the list that it would stand in. */
  readonly listLink: ReactNode;
  /** What knows the session is told of it, and its page is shown. */
  readonly onSaved: (session: TrainingSession) => Promise<void>;
}

const Setting = createContext<EditorSetting | null>(null);

export const EditorSettingProvider = Setting.Provider;

export function useEditorSetting(): EditorSetting {
  const setting = useContext(Setting);
  if (setting === null) throw new Error('the editor stands outside of its setting');
  return setting;
}

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

/** A member edits a session of their own. */
export function useOwnSetting(): EditorSetting {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const loads = useQuery({ ...workoutLoadsQuery, meta: { errorShownByPage: true } });
  return {
    source: ownSessionSource,
    forMember: null,
    loads: loads.data ?? [],
    missing: <LoadAgainIfMissing what="次回の重量" query={loads} />,
    listLink: (
      <Link to="/my-training-sessions" className={primaryButtonLink} data-variant="default">
        マイメニューへ
      </Link>
    ),
    onSaved: async (session: TrainingSession) => {
      const { trainingSessionId } = session;
      await refreshSessions(queryClient);
      queryClient.setQueryData(trainingSessionQuery(trainingSessionId).queryKey, session);
      await navigate({
        to: '/training-sessions/$trainingSessionId',
        params: { trainingSessionId },
        replace: true,
        ignoreBlocker: true,
      });
    },
  };
}
