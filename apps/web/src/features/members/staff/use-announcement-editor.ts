import type {
  AnnouncementContent,
  StaffAnnouncement,
} from '@tanren/contract/members/staff-announcements';
import { normalizeStaffText } from '@tanren/domain/staff/staff-texts';
import { useRef, useState } from 'react';
import { isStaleVersion } from '#lib/errors.ts';
import { explainRejection } from '#lib/rejections.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import { useNow } from '#lib/server-time.ts';
import { useVersionedDraft } from '#lib/use-versioned-draft.ts';
import {
  findDraftErrors,
  type AnnouncementDraft,
  isChanged,
  newDraft,
  shownDay,
  toContent,
  toDraft,
  toPublishAt,
} from './announcement-draft.ts';
import {
  findAnnouncement,
  sendChangedAnnouncement,
  sendNewAnnouncement,
} from './staff-announcements.queries.ts';

/** Announcement that is edited. `null` for a new one, or one that was deleted. */
type Edited = StaffAnnouncement | null;

interface EditorOptions {
  readonly announcement: Edited;
  /** Called with the saved announcement and the replaced one. */
  readonly onSaved: (saved: StaffAnnouncement, replaced: Edited) => Promise<void>;
}

export type AnnouncementEditor = ReturnType<typeof useAnnouncementEditor>;

const stepMs = 10_000;

export function useAnnouncementEditor({ announcement, onSaved }: EditorOptions) {
  const now = new Date(useNow(stepMs));
  const editor = useVersionedDraft(announcement, (version: Edited) =>
    version === null ? newDraft(now) : toDraft(version, now),
  );
  const { base, draft, conflict } = editor;
  const create = useCreateOnce();
  /** Number of attempts to save that found errors. */
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);

  function save(over = base): void {
    setFailure(null);
    if (Object.keys(findDraftErrors(draft, now)).length > 0) {
      setAttempts((count) => count + 1);
      return;
    }
    const content = { content: toContent(draft), publishAt: toPublishAt(draft, base) };
    editor
      .save({
        over,
        send: async (replaced) => {
          const saved = await (replaced === null
            ? create(content)
            : sendChangedAnnouncement(replaced.id, content, replaced.version));
          await onSaved(saved, replaced);
        },
        readLatest: () => findAnnouncement(({ id }) => id === over?.id),
      })
      .catch((error: unknown) => {
        setFailure(explainRejection(error));
      });
  }

  return {
    ...editor,
    attempts,
    failure,
    errors: attempts === 0 ? {} : findDraftErrors(draft, now),
    unsaved: isChanged(draft, base, now),
    shownDay: shownDay(draft, base, now),
    edit: (change: Partial<AnnouncementDraft>) => {
      editor.edit((before) => ({ ...before, ...change }));
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
  } as const;
}

/**
 * Returns a function that creates one announcement, even if it is called several times. After a
 * lost answer the announcement may already exist with the earlier text, and is then changed. If it
 * is gone, a new one is created.
 */
function useCreateOnce(): (content: AnnouncementContent) => Promise<StaffAnnouncement> {
  const [draftId] = useState(makeUuid);
  /** Text that was sent without an answer and may have been stored. */
  const sent = useRef('');
  return async (content) => {
    const words = normalizeStaffText(sent.current);
    sent.current = content.content;
    try {
      return await sendNewAnnouncement(content, draftId);
    } catch (error) {
      if (!isStaleVersion(error)) throw error;
    }
    const first = await findAnnouncement((one) => one.content === words);
    return first === null
      ? sendNewAnnouncement(content, makeUuid())
      : sendChangedAnnouncement(first.id, content, first.version);
  };
}
