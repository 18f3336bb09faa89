import type { SessionContent, TrainingSession } from '@tanren/contract/training-sessions';
import type { WorkoutLoad } from '@tanren/contract/workout-loads';
import { createContext, type ReactNode, useContext } from 'react';

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
