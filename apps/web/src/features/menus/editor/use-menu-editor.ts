import type { MenuContent, TrainingSession } from '@tanren/contract/menus/menus';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, explainFailure, isApiError, isStaleVersion } from '#lib/errors.ts';
import { storedHere, notifyDone } from '#lib/notifier.ts';
import { problemText } from '#lib/rejections.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import { type DraftBase, deleteDraft, hasDraft, saveDraft } from './drafts.ts';
import { type EditedContent, type EditedItem, isSameContent, toContent } from './edited-content.ts';
import { type EditorSetting, type Kept, type MenuSource, unsent } from './editor-setting.tsx';
import {
  beginState,
  discardDraft,
  editContent,
  type EditorStart,
  type EditorState,
  isUnsaved,
  loadCurrent,
  takeBack,
  toBase,
  type SaveProblem,
} from './editor-state.ts';
import {
  type MenuErrors,
  findMenuErrors,
  hasMenuErrors,
  locateRejections,
  noMenuErrors,
} from './find-menu-errors.ts';

export interface EditorOptions {
  readonly setting: EditorSetting;
  readonly draftKey: string;
  /** `null` for a new menu. */
  readonly trainingSessionId: number | null;
  readonly begin: () => EditorStart;
}

interface SaveRequest {
  readonly content: MenuContent;
  /** Rows of that content, because a refusal names them by index. */
  readonly items: readonly EditedItem[];
  /** Version that the content replaces. `null` for a new menu. */
  readonly version: number | null;
  readonly draftId: string;
  readonly sent: boolean;
}

export type MenuEditor = ReturnType<typeof useMenuEditor>;

export function useMenuEditor({ setting, draftKey, trainingSessionId, begin }: EditorOptions) {
  const { source, onSaved } = setting;
  const [state, setState] = useState<EditorState>(() => beginState(begin()));
  /** Number of attempts to save that found errors. */
  const [attempts, setAttempts] = useState(0);
  const [rejections, setRejections] = useState<MenuErrors>(noMenuErrors);
  const [failure, setFailure] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const { content, base, saveProblem } = state;

  const saving = useMutation({
    mutationKey: ['training-session', 'save'],
    meta: { errorShownByForm: true },
    mutationFn: (save: SaveRequest) => {
      const { content: sending, version, draftId, sent } = save;
      return trainingSessionId !== null && version !== null
        ? updateMenu(source, trainingSessionId, sending, {
            version,
            content: base?.content ?? sending,
          })
        : createMenu(source, sending, { draftId, sent });
    },
    onSuccess: async (outcome, { version }) => {
      if (outcome.kind === 'conflict' || outcome.kind === 'deleted') {
        setState((before) => ({ ...before, saveProblem: outcome }));
        return;
      }
      setSaved(true);
      deleteDraft(draftKey);
      if (outcome.kind === 'unsent') {
        notifyDone(...storedHere);
        await setting.onUnsent?.(version === null ? null : trainingSessionId);
        return;
      }
      notifyDone('保存しました', `「${outcome.session.title}」を保存しました。`);
      await onSaved(outcome.session);
    },
    onError: (error, { items }) => {
      setFailure(explainSaveFailure(error, hasDraft(draftKey)));
      const fields = error instanceof ApiError ? (error.problem?.fields ?? []) : [];
      setRejections(locateRejections(fields, items));
      if (fields.length > 0) setAttempts((count) => count + 1);
    },
  });
  const unsaved = useStoredDraft(draftKey, state, saved);
  const found = attempts === 0 ? noMenuErrors : findMenuErrors(content);

  function send(version: number | null): void {
    setFailure(null);
    setRejections(noMenuErrors);
    if (hasMenuErrors(findMenuErrors(content))) {
      setAttempts((count) => count + 1);
      return;
    }
    if (saving.isPending) return;
    const { draftId, sent } = state;
    const isNew = trainingSessionId === null || version === null;
    if (isNew) setState((before) => ({ ...before, sent: true }));
    saving.mutate({ content: toContent(content), items: content.items, version, draftId, sent });
  }

  return {
    content,
    base,
    saveProblem,
    notice: state.notice,
    errors: { ...rejections, ...found, rows: { ...rejections.rows, ...found.rows } },
    attempts,
    failure,
    busy: saving.isPending,
    unsaved,
    edit: (change: (content: EditedContent) => EditedContent) => {
      setRejections(noMenuErrors);
      setState((before) => editContent(before, change));
    },
    discard: () => {
      setting.onGivenUp?.();
      setState(discardDraft);
    },
    takeBack: () => {
      setState(takeBack);
    },
    save: () => {
      send(base?.version ?? null);
    },
    overwrite: () => {
      if (saveProblem?.kind === 'conflict') send(saveProblem.current.version);
    },
    saveAsNew: () => {
      send(null);
    },
    loadLatest: () => {
      if (saveProblem?.kind === 'conflict') {
        const { current } = saveProblem;
        setting.onGivenUp?.();
        setState((before) => loadCurrent(before, current));
      }
    },
    keepEditing: () => {
      setState((before) => ({ ...before, saveProblem: null }));
    },
  } as const;
}

/** Stores every change on the device at once. Returns whether there are unsaved changes. */
function useStoredDraft(key: string, state: EditorState, saved: boolean): boolean {
  const { content, base, draftId, sent } = state;
  const unsaved = !saved && isUnsaved({ content, base });
  useEffect(() => {
    if (unsaved) saveDraft(key, { draftId, sent, base, content: toContent(content) });
    else deleteDraft(key);
  }, [key, unsaved, draftId, sent, base, content]);
  return unsaved;
}

/** Returns a message that says why the menu is not saved, that nothing is lost, and what to do. */
function explainSaveFailure(error: unknown, isDraftStored: boolean): string {
  if (error instanceof ApiError && error.problem !== null && error.status < 500) {
    const { code } = error.problem;
    return code === 'hidden_by_staff'
      ? `${problemText[code]}公開範囲を「非公開」にすると、内容を保存できます。`
      : problemText[code];
  }
  return explainFailure(
    error,
    isDraftStored ? 'まだ保存していません。入力内容は下書きとしてこの端末に残っています。' : '',
  );
}

type SaveOutcome =
  | { readonly kind: 'saved'; readonly session: TrainingSession }
  /** The change is queued on this device until there is a network. */
  | { readonly kind: 'unsent' }
  | SaveProblem;

interface NewDraft {
  readonly draftId: string;
  /** Whether the draft was sent before without receiving an answer. */
  readonly sent: boolean;
}

const toOutcome = (kept: Kept): SaveOutcome =>
  kept === unsent ? { kind: 'unsent' } : { kind: 'saved', session: kept };

/**
 * Creates a menu. If the server already has a menu for this draft after a lost answer, the changes
 * made since are saved to it. Otherwise another tab saved the same draft, and this content becomes
 * a separate menu.
 */
async function createMenu(
  source: MenuSource,
  content: MenuContent,
  { draftId, sent }: NewDraft,
): Promise<SaveOutcome> {
  const session = await source.sendNew(content, draftId);
  if (session === unsent || isSameContent(session, content)) return toOutcome(session);
  if (sent && session.version === 1) {
    return updateMenu(source, session.trainingSessionId, content, toBase(session));
  }
  return toOutcome(await source.sendNew(content, makeUuid()));
}

async function updateMenu(
  source: MenuSource,
  trainingSessionId: number,
  content: MenuContent,
  base: DraftBase,
): Promise<SaveOutcome> {
  try {
    return toOutcome(await source.sendChanged(trainingSessionId, content, base));
  } catch (error) {
    if (isApiError(error, 404)) return { kind: 'deleted' };
    if (!isStaleVersion(error)) throw error;
  }
  const current = await source.fetch(trainingSessionId);
  if (current === null) return { kind: 'deleted' };
  // The server already has this content, so only its answer was lost.
  return isSameContent(current, content) ? toOutcome(current) : { kind: 'conflict', current };
}
