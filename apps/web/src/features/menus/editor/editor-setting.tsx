import {
  createTrainingSession,
  getMyTrainingSession,
  type MenuContent,
  type TrainingSession,
  updateTrainingSession,
} from '@tanren/contract/menus/menus';
import type { WorkoutLoad } from '@tanren/contract/workouts/workout-loads';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import { refreshMenus, trainingSessionQuery } from '#entities/menus/menus.queries.ts';
import { workoutLoadsQuery } from '#entities/workouts/workouts.queries.ts';
import { callApi } from '#lib/api.ts';
import { draftTarget, menuTarget } from '#entities/menus/unsent-menus.ts';
import { isApiError } from '#lib/errors.ts';
import { deleteUnsent } from '#lib/offline/outbox.ts';
import { toStoredCall, type WriteOutcome, writeThrough } from '#lib/offline/write-through.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import type { DraftBase } from './drafts.ts';

/** Result of saving while offline: the change waits on this device. */
export const unsent = Symbol('unsent');

export type Kept = TrainingSession | typeof unsent;

/** Storage that the editor reads from and saves to. */
export interface MenuSource {
  /**
   * Returns `null` when the menu does not exist or belongs to another member. Never uses a cache,
   * because an edit starts from the newest version.
   */
  readonly fetch: (trainingSessionId: number) => Promise<TrainingSession | null>;
  readonly sendNew: (content: MenuContent, draftId: string) => Promise<Kept>;
  readonly sendChanged: (
    trainingSessionId: number,
    content: MenuContent,
    base: DraftBase,
  ) => Promise<Kept>;
}

/** Owner of the edited menu and the functions around the editor. */
export interface EditorSetting {
  readonly source: MenuSource;
  /**
   * Name of the member for whom a trainer makes the menu, which only the two can see. `null` for
   * the editor's own menu.
   */
  readonly forMember: string | null;
  /** Loads of the person who will do the menu, as far as they are known. */
  readonly loads: readonly WorkoutLoad[];
  /** Message and retry button for data that could not be loaded. */
  readonly missing: ReactNode;
  /** Link to the list that contains the menu. */
  readonly listLink: ReactNode;
  /** Updates the caches with the saved menu and opens its page. */
  readonly onSaved: (session: TrainingSession) => Promise<void>;
  /**
   * Leaves the editor after the change was queued on this device. The id is `null` for a new menu.
   */
  readonly onUnsent?: (trainingSessionId: number | null) => Promise<void>;
  /** Discards the queued changes of this menu. */
  readonly onGivenUp?: () => void;
}

const Setting = createContext<EditorSetting | null>(null);

export const EditorSettingProvider = Setting.Provider;

export function useEditorSetting(): EditorSetting {
  const setting = useContext(Setting);
  if (setting === null) throw new Error('the editor stands outside of its setting');
  return setting;
}

/** The member's own menus. */
export const ownMenuSource: MenuSource = {
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
          // The server may already have a menu for this draft. Its answer then provides the id and
          // the version.
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

/** Returns the setting for editing the member's own menu. The id is `null` for a new one. */
export function useOwnSetting(trainingSessionId: number | null): EditorSetting {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const loads = useQuery({ ...workoutLoadsQuery, meta: { errorShownByPage: true } });
  const showMenu = async (id: number) => {
    await navigate({
      to: '/training-sessions/$trainingSessionId',
      params: { trainingSessionId: id },
      ...leaving,
    });
  };
  return {
    source: ownMenuSource,
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
      await refreshMenus(queryClient);
      queryClient.setQueryData(trainingSessionQuery(id).queryKey, session);
      await showMenu(id);
    },
    onUnsent: async (id) => {
      if (id !== null) await showMenu(id);
      else await navigate({ to: '/my-training-sessions', ...leaving });
    },
    onGivenUp: () => {
      if (trainingSessionId !== null) void deleteUnsent(menuTarget(trainingSessionId));
    },
  };
}
