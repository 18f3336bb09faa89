import type {
  AnnouncementContent,
  StaffAnnouncement,
} from '@tanren/contract/members/staff-announcements';
import { normalizeStaffText } from '@tanren/domain/staff/staff-texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError, isStaleVersion } from '#lib/errors.ts';
import { explainRejection } from '#lib/rejections.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import { useNow } from '#lib/server-time.ts';
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

/** The announcement was changed or deleted elsewhere in the meantime. */
type SaveProblem =
  | { readonly kind: 'conflict'; readonly current: StaffAnnouncement }
  | { readonly kind: 'deleted' };

type SaveOutcome =
  | { readonly kind: 'saved'; readonly announcement: StaffAnnouncement }
  | SaveProblem;

/**
 * Creates an announcement. After a lost answer, the changes made since are saved to the
 * announcement that has the earlier text. If that one is gone, a new one is created.
 */
async function createOnce(
  content: AnnouncementContent,
  draftId: string,
  sentBefore: string | null,
): Promise<SaveOutcome> {
  try {
    return { kind: 'saved', announcement: await sendNewAnnouncement(content, draftId) };
  } catch (error) {
    if (!isStaleVersion(error)) throw error;
  }
  const words = normalizeStaffText(sentBefore ?? '');
  const first = await findAnnouncement((one) => one.content === words);
  if (first !== null) return changeAnnouncement(first.id, content, first.version);
  return { kind: 'saved', announcement: await sendNewAnnouncement(content, makeUuid()) };
}

async function changeAnnouncement(
  informationId: number,
  content: AnnouncementContent,
  version: number,
): Promise<SaveOutcome> {
  try {
    const announcement = await sendChangedAnnouncement(informationId, content, version);
    return { kind: 'saved', announcement };
  } catch (error) {
    if (isApiError(error, 404)) return { kind: 'deleted' };
    if (!isStaleVersion(error)) throw error;
  }
  const current = await findAnnouncement(({ id }) => id === informationId);
  return current === null ? { kind: 'deleted' } : { kind: 'conflict', current };
}

interface EditorOptions {
  /** `null` for a new announcement. */
  readonly announcement: StaffAnnouncement | null;
  /**
   * Called with the saved announcement and the replaced one, which is `null` for a new
   * announcement.
   */
  readonly onSaved: (saved: StaffAnnouncement, replaced: StaffAnnouncement | null) => Promise<void>;
}

export type AnnouncementEditor = ReturnType<typeof useAnnouncementEditor>;

const stepMs = 10_000;
const saveKey = ['staff-informations', 'save'];

export function useAnnouncementEditor({ announcement, onSaved }: EditorOptions) {
  const now = new Date(useNow(stepMs));
  /** Version that was last read. `null` for a new or deleted announcement. */
  const [base, setBase] = useState(announcement);
  const [draft, setDraft] = useState<AnnouncementDraft>(() =>
    announcement === null ? newDraft(now) : toDraft(announcement, now),
  );
  /** Draft id of a new announcement. */
  const [draftId] = useState(makeUuid);
  /** Content that was sent without an answer and may have been stored. */
  const sent = useRef<string | null>(null);
  const [saveProblem, setSaveProblem] = useState<SaveProblem | null>(null);
  /** Number of attempts to save that found errors. */
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: saveKey,
    mutationFn: send,
    meta: { errorShownByForm: true },
    onError: (error) => {
      setFailure(explainRejection(error));
    },
  });

  async function send(target: StaffAnnouncement | null): Promise<void> {
    const content = { content: toContent(draft), publishAt: toPublishAt(draft, base) };
    const before = sent.current;
    if (target === null) sent.current = content.content;
    const outcome =
      target === null
        ? await createOnce(content, draftId, before)
        : await changeAnnouncement(target.id, content, target.version);
    if (outcome.kind === 'saved') await onSaved(outcome.announcement, target);
    else setSaveProblem(outcome);
  }

  function save(target: StaffAnnouncement | null): void {
    // The second of two taps does nothing.
    if (queryClient.isMutating({ mutationKey: saveKey }) > 0) return;
    setFailure(null);
    if (Object.keys(findDraftErrors(draft, now)).length > 0) {
      setAttempts((count) => count + 1);
      return;
    }
    mutate(target);
  }

  return {
    draft,
    base,
    saveProblem,
    attempts,
    failure,
    busy: isPending,
    errors: attempts === 0 ? {} : findDraftErrors(draft, now),
    unsaved: isChanged(draft, base, now),
    shownDay: shownDay(draft, base, now),
    edit: (change: Partial<AnnouncementDraft>) => {
      setDraft((before) => ({ ...before, ...change }));
    },
    save: () => {
      save(base);
    },
    overwrite: () => {
      if (saveProblem?.kind === 'conflict') save(saveProblem.current);
    },
    saveAsNew: () => {
      save(null);
    },
    loadCurrent: () => {
      if (saveProblem?.kind !== 'conflict') return;
      setBase(saveProblem.current);
      setDraft(toDraft(saveProblem.current, now));
      setSaveProblem(null);
    },
    keepEditing: () => {
      setSaveProblem(null);
    },
  } as const;
}
