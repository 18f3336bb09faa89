import {
  createTrainingSession,
  getMyTrainingSession,
  type SessionContent,
  type TrainingSession,
  updateTrainingSession,
} from '@tanren/contract/menus/menus';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import { refreshSessions, trainingSessionQuery } from '#entities/menus/menus.queries.ts';
import { workoutLoadsQuery } from '#entities/workouts/workouts.queries.ts';
import { callApi } from '#lib/api.ts';
import { draftTarget, menuTarget } from '#entities/menus/unsent-menus.ts';
import { isApiError } from '#lib/errors.ts';
import { dropUnsent } from '#lib/offline/outbox.ts';
import { toStoredCall, type WriteOutcome, writeThrough } from '#lib/offline/write-through.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import type { DraftBase } from './drafts.ts';

/** It waits on this device for a network. */
export const unsent = Symbol('unsent');

export type Kept = TrainingSession | typeof unsent;

/** Where a session is kept. */
export interface SessionSource {
  /** null: there is none, or it is somebody else's. Never from a cache: an edit begins with the newest. */
  readonly fetch: (trainingSessionId: number) => Promise<TrainingSession | null>;
  readonly sendNew: (content: SessionContent, draftId: string) => Promise<Kept>;
  readonly sendChanged: (
    trainingSessionId: number,
    content: SessionContent,
    base: DraftBase,
  ) => Promise<Kept>;
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
  /** Leads away from what waits on this device; null: of a new one. */
  readonly onUnsent?: (trainingSessionId: number | null) => Promise<void>;
  /** What waits here of this session is not wanted any more. */
  readonly onGivenUp?: () => void;
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
  sendNew: async (content, draftId) =>
    readOutcome(
      await writeThrough(
        createTrainingSession,
        { body: { ...content, draftId } },
        {
          target: draftTarget(draftId),
          about: content.title,
          follows: ['trainingSessionId', 'version'],
          // The draft may be a session already, whose number and version its answer will tell.
          following: toStoredCall(updateTrainingSession, {
            params: { trainingSessionId: 0 },
            body: { ...content, version: 0 },
          }),
        },
      ),
    ),
  sendChanged: async (trainingSessionId, content, base) =>
    readOutcome(
      await writeThrough(
        updateTrainingSession,
        { params: { trainingSessionId }, body: { ...content, version: base.version } },
        {
          target: menuTarget(trainingSessionId),
          about: content.title,
          base,
          follows: ['version'],
        },
      ),
    ),
};

function readOutcome(outcome: WriteOutcome<TrainingSession>): Kept {
  return outcome.sent ? outcome.answer : unsent;
}

const leaving = { replace: true, ignoreBlocker: true } as const;

/** A member edits a session of their own; null: a new one. */
export function useOwnSetting(trainingSessionId: number | null): EditorSetting {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const loads = useQuery({ ...workoutLoadsQuery, meta: { errorShownByPage: true } });
  const showSession = async (id: number) => {
    await navigate({
      to: '/training-sessions/$trainingSessionId',
      params: { trainingSessionId: id },
      ...leaving,
    });
  };
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
      const { trainingSessionId: id } = session;
      await refreshSessions(queryClient);
      queryClient.setQueryData(trainingSessionQuery(id).queryKey, session);
      await showSession(id);
    },
    onUnsent: async (id) => {
      if (id !== null) await showSession(id);
      else await navigate({ to: '/my-training-sessions', ...leaving });
    },
    onGivenUp: () => {
      if (trainingSessionId !== null) void dropUnsent(menuTarget(trainingSessionId));
    },
  };
}
