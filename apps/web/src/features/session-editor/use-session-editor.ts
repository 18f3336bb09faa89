import { useState } from 'react';
import { ApiError } from '#lib/errors.ts';
import { hasDraft } from './draft-storage.ts';
import { type EditedContent, toContent } from './edited-content.ts';
import {
  beginState,
  discardDraft,
  editContent,
  loadCurrent,
  takeBack,
  type EditorState,
} from './editor-state.ts';
import type { EditorSetting } from './editor-setting.ts';
import { explainFailure } from './explain-failure.ts';
import { type Faults, findFaults, hasFaults, locateRefusals, noFaults } from './find-faults.ts';
import { createSession, updateSession } from './save-session.ts';
import type { EditorStart } from './start-editing.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { useSave } from './use-save.ts';

export interface EditorOptions {
  readonly setting: EditorSetting;
  readonly draftKey: string;
  /** null: a new one. */
  readonly trainingSessionId: number | null;
  readonly begin: () => EditorStart;
}

export type SessionEditor = ReturnType<typeof useSessionEditor>;

export function useSessionEditor({ setting, draftKey, trainingSessionId, begin }: EditorOptions) {
  const { source, onSaved } = setting;
  const [state, setState] = useState<EditorState>(() => beginState(begin()));
  /** Grows with each attempt that found something wrong. */
  const [attempts, setAttempts] = useState(0);
  const [refusals, setRefusals] = useState<Faults>(noFaults);
  const [failure, setFailure] = useState<string | null>(null);
  const { content, base, trouble } = state;

  const { busy, saved, run } = useSave({
    draftKey,
    onSaved,
    onTrouble: (found) => {
      setState((before) => ({ ...before, trouble: found }));
    },
    onFailure: (error) => {
      setFailure(explainFailure(error, hasDraft(draftKey)));
      const fields = error instanceof ApiError ? (error.problem?.fields ?? []) : [];
      setRefusals(locateRefusals(fields, content.items));
      if (fields.length > 0) setAttempts((count) => count + 1);
    },
  });
  const unsaved = useKeptDraft(draftKey, state, saved);
  const found = attempts === 0 ? noFaults : findFaults(content);

  function send(version: number | null): void {
    setFailure(null);
    setRefusals(noFaults);
    if (hasFaults(findFaults(content))) {
      setAttempts((count) => count + 1);
      return;
    }
    const sending = toContent(content);
    const { draftId, sent } = state;
    void run(() => {
      if (trainingSessionId !== null && version !== null) {
        return updateSession(source, trainingSessionId, sending, version);
      }
      setState((before) => ({ ...before, sent: true }));
      return createSession(source, sending, { draftId, sent });
    });
  }

  return {
    content,
    base,
    trouble,
    notice: state.notice,
    faults: { ...refusals, ...found, rows: { ...refusals.rows, ...found.rows } },
    attempts,
    failure,
    busy,
    unsaved,
    edit: (change: (content: EditedContent) => EditedContent) => {
      setRefusals(noFaults);
      setState((before) => editContent(before, change));
    },
    discard: () => {
      setState(discardDraft);
    },
    takeBack: () => {
      setState(takeBack);
    },
    save: () => {
      send(base?.version ?? null);
    },
    overwrite: () => {
      if (trouble?.kind === 'conflict') send(trouble.current.version);
    },
    saveAsNew: () => {
      send(null);
    },
    loadCurrent: () => {
      if (trouble?.kind === 'conflict') {
        const { current } = trouble;
        setState((before) => loadCurrent(before, current));
      }
    },
    keepEditing: () => {
      setState((before) => ({ ...before, trouble: null }));
    },
  } as const;
}
