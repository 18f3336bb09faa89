import type { MenuContent, TrainingSession } from '@tanren/contract/menus/menus';
import { useEffect, useState } from 'react';
import { ApiError, explainFailure, isStaleVersion } from '#lib/errors.ts';
import { storedHere, notifyDone } from '#lib/notifier.ts';
import { problemText } from '#lib/rejections.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import { useVersionedDraft } from '#lib/use-versioned-draft.ts';
import {
  type DraftBase,
  deleteDraft,
  hasDraft,
  loadDraft,
  type MenuDraft,
  saveDraft,
  toBase,
} from './drafts.ts';
import {
  type EditedContent,
  emptyContent,
  isSameContent,
  toContent,
  toEdited,
} from './edited-content.ts';
import { type EditorSetting, type Kept, type MenuSource, unsent } from './editor-setting.tsx';
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
  /** The saved menu. `null` for a new one, and after it was deleted elsewhere. */
  readonly session: TrainingSession | null;
  /** Change that waits on this device or was rejected. The stored draft is newer. */
  readonly unsentDraft?: MenuDraft | null;
}

/** Version that an edit is based on. `null` for a new menu. */
type Base = DraftBase | null;

const noContent = toContent(emptyContent);

const fill = (base: Base) => (base === null ? emptyContent : toEdited(base.content));

/**
 * Returns what a stored draft changes about the start of an edit, or `null` when the draft has
 * nothing that is not saved.
 */
export function restoreEdit(session: TrainingSession | null, stored: MenuDraft | null) {
  if (stored === null) return null;
  const { base, content, draftId, sent } = stored;
  const isNews = session === null || (base !== null && !isSameContent(content, session));
  if (!isNews) return null;
  const isStale = session !== null && base?.version !== session.version;
  const conflict = isStale ? { before: base, latest: toBase(session) } : null;
  return { edit: { base, draft: toEdited(content), conflict }, sending: { draftId, sent } };
}

/** A draft that is sent with its id, so that sending it twice creates one menu. */
interface Sending {
  readonly draftId: string;
  /** Whether the draft was sent without receiving an answer. */
  readonly sent: boolean;
}

interface News {
  readonly notice: 'restored' | 'discarded' | 'reloaded';
  /** Edit that was discarded last and can be restored. `null` when there is none. */
  readonly aside: { readonly base: Base; readonly draft: EditedContent } | null;
}

export type MenuEditor = ReturnType<typeof useMenuEditor>;

export function useMenuEditor(options: EditorOptions) {
  const { setting, draftKey, trainingSessionId, session, unsentDraft = null } = options;
  const { source } = setting;
  const isDeletedElsewhere = trainingSessionId !== null && session === null;
  const [restored] = useState(() => restoreEdit(session, loadDraft(draftKey) ?? unsentDraft));
  const editor = useVersionedDraft<Base, EditedContent>(session && toBase(session), fill, {
    ...restored?.edit,
    isDeletedElsewhere,
  });
  const { base, draft, conflict } = editor;
  const [sending, setSending] = useState<Sending>(() => restored?.sending ?? newSending());
  const [news, setNews] = useState<News | null>(
    restored !== null && !editor.needsDecision ? { notice: 'restored', aside: null } : null,
  );
  /** Number of attempts to save that found errors. */
  const [attempts, setAttempts] = useState(0);
  const [rejections, setRejections] = useState<MenuErrors>(noMenuErrors);
  const [failure, setFailure] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const unsaved = useStoredDraft(draftKey, { base, draft, ...sending }, saved);
  const found = attempts === 0 ? noMenuErrors : findMenuErrors(draft);

  async function send(replaced: Base): Promise<void> {
    const content = toContent(draft);
    const isNew = trainingSessionId === null || replaced === null;
    if (isNew) setSending({ ...sending, sent: true });
    const answer = isNew
      ? await createMenu(source, content, sending)
      : await updateMenu(source, trainingSessionId, content, {
          version: replaced.version,
          content: base?.content ?? content,
        });
    setSaved(true);
    deleteDraft(draftKey);
    if (answer === unsent) {
      notifyDone(...storedHere);
      await setting.onUnsent?.(isNew ? null : trainingSessionId);
    } else {
      notifyDone('保存しました', `「${answer.title}」を保存しました。`);
      await setting.onSaved(answer);
    }
  }

  async function readLatest(): Promise<DraftBase | null> {
    const latest = trainingSessionId === null ? null : await source.fetch(trainingSessionId);
    return latest && toBase(latest);
  }

  function save(over = base): void {
    setFailure(null);
    setRejections(noMenuErrors);
    if (hasMenuErrors(findMenuErrors(draft))) {
      setAttempts((count) => count + 1);
      return;
    }
    editor.save({ over, send, readLatest }).catch((error: unknown) => {
      setFailure(explainSaveFailure(error, hasDraft(draftKey)));
      const fields = error instanceof ApiError ? (error.problem?.fields ?? []) : [];
      setRejections(locateRejections(fields, draft.items));
      if (fields.length > 0) setAttempts((count) => count + 1);
    });
  }

  /** Gives up the edit, which can be taken back until something else is typed. */
  function giveUp(notice: News['notice']): void {
    setting.onGivenUp?.();
    setNews({ notice, aside: { base, draft } });
  }

  return {
    ...editor,
    notice: editor.needsDecision ? null : (news?.notice ?? null),
    errors: { ...rejections, ...found, rows: { ...rejections.rows, ...found.rows } },
    attempts,
    failure,
    unsaved,
    edit: (change: (content: EditedContent) => EditedContent) => {
      setRejections(noMenuErrors);
      // Taking back an edit would overwrite what has been typed since.
      setNews((before) => (before?.aside ? null : before));
      editor.edit(change);
    },
    /** Returns to the content that the draft was based on. */
    discard: () => {
      giveUp('discarded');
      editor.edit(() => fill(base));
      // The discarded draft may have been sent, so the new content gets its own draft id.
      setSending(newSending());
    },
    /** Restores what was given up. A version from elsewhere is shown again at the next save. */
    takeBack: () => {
      if (news?.aside) editor.restore(news.aside);
      setNews(null);
    },
    save: () => {
      save();
    },
    overwrite: () => {
      if (conflict !== null) save(conflict.latest);
    },
    saveAsNew: () => {
      save(null);
    },
    loadLatest: () => {
      giveUp('reloaded');
      editor.loadLatest();
    },
  } as const;
}

function newSending(): Sending {
  return { draftId: makeUuid(), sent: false };
}

interface Edit extends Sending {
  readonly base: Base;
  readonly draft: EditedContent;
}

/** Stores every change on the device at once. Returns whether there are unsaved changes. */
function useStoredDraft(key: string, edit: Edit, saved: boolean): boolean {
  const { draft, base, draftId, sent } = edit;
  const unsaved = !saved && !isSameContent(toContent(draft), base?.content ?? noContent);
  useEffect(() => {
    if (unsaved) saveDraft(key, { draftId, sent, base, content: toContent(draft) });
    else deleteDraft(key);
  }, [key, unsaved, draftId, sent, base, draft]);
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

/**
 * Creates a menu. If the server already has a menu for this draft after a lost answer, the changes
 * made since are saved to it. Otherwise another tab saved the same draft, and this content becomes
 * a separate menu.
 */
async function createMenu(
  source: MenuSource,
  content: MenuContent,
  { draftId, sent }: Sending,
): Promise<Kept> {
  const session = await source.sendNew(content, draftId);
  if (session === unsent || isSameContent(session, content)) return session;
  return sent && session.version === 1
    ? updateMenu(source, session.trainingSessionId, content, toBase(session))
    : source.sendNew(content, makeUuid());
}

/** Changes a menu. If the server already has the content, only an earlier answer was lost. */
async function updateMenu(
  source: MenuSource,
  trainingSessionId: number,
  content: MenuContent,
  base: DraftBase,
): Promise<Kept> {
  try {
    return await source.sendChanged(trainingSessionId, content, base);
  } catch (error) {
    const current = isStaleVersion(error) ? await source.fetch(trainingSessionId) : null;
    if (current !== null && isSameContent(current, content)) return current;
    throw error;
  }
}
