import type { StaffInformation } from '@tanren/contract/members/staff-announcements';
import { normalizeStaffText } from '@tanren/domain/staff/staff-texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError, isStaleVersion } from '#lib/errors.ts';
import { explainRefusal } from '#lib/refusals.ts';
import { makeUuid } from '#lib/make-uuid.ts';
import { useNow } from '#lib/server-time.ts';
import {
  findFaults,
  type InformationDraft,
  isChanged,
  newDraft,
  shownDay,
  toContent,
  toDraft,
  toPublishAt,
} from './announcement-draft.ts';
import {
  findInformation,
  type InformationContent,
  sendChangedInformation,
  sendNewInformation,
} from './staff-announcements.queries.ts';

/** The announcement was changed or deleted elsewhere in the meantime. */
type Trouble =
  | { readonly kind: 'conflict'; readonly current: StaffInformation }
  | { readonly kind: 'deleted' };

type SaveOutcome = { readonly kind: 'saved'; readonly information: StaffInformation } | Trouble;

/**
 * Creates an announcement. After a lost answer, the changes made since are saved to the
 * announcement that has the earlier text. If that one is gone, a new one is created.
 */
async function createOnce(
  content: InformationContent,
  draftId: string,
  sentBefore: string | null,
): Promise<SaveOutcome> {
  try {
    return { kind: 'saved', information: await sendNewInformation(content, draftId) };
  } catch (error) {
    if (!isStaleVersion(error)) throw error;
  }
  const words = normalizeStaffText(sentBefore ?? '');
  const first = await findInformation((one) => one.content === words);
  if (first !== null) return changeInformation(first.id, content, first.version);
  return { kind: 'saved', information: await sendNewInformation(content, makeUuid()) };
}

async function changeInformation(
  informationId: number,
  content: InformationContent,
  version: number,
): Promise<SaveOutcome> {
  try {
    const information = await sendChangedInformation(informationId, content, version);
    return { kind: 'saved', information };
  } catch (error) {
    if (isApiError(error, 404)) return { kind: 'deleted' };
    if (!isStaleVersion(error)) throw error;
  }
  const current = await findInformation(({ id }) => id === informationId);
  return current === null ? { kind: 'deleted' } : { kind: 'conflict', current };
}

interface EditorOptions {
  /** `null` for a new announcement. */
  readonly information: StaffInformation | null;
  /**
   * Called with the saved announcement and the replaced one, which is `null` for a new
   * announcement.
   */
  readonly onSaved: (saved: StaffInformation, replaced: StaffInformation | null) => Promise<void>;
}

export type InformationEditor = ReturnType<typeof useInformationEditor>;

const stepMs = 10_000;
const saveKey = ['staff-informations', 'save'];

export function useInformationEditor({ information, onSaved }: EditorOptions) {
  const now = new Date(useNow(stepMs));
  /** Version that was last read. `null` for a new or deleted announcement. */
  const [base, setBase] = useState(information);
  const [draft, setDraft] = useState<InformationDraft>(() =>
    information === null ? newDraft(now) : toDraft(information, now),
  );
  /** Draft id of a new announcement. */
  const [draftId] = useState(makeUuid);
  /** Content that was sent without an answer and may have been stored. */
  const sent = useRef<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  /** Number of attempts to save that found errors. */
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationKey: saveKey,
    mutationFn: send,
    meta: { errorShownByForm: true },
    onError: (error) => {
      setFailure(explainRefusal(error));
    },
  });

  async function send(target: StaffInformation | null): Promise<void> {
    const content = { content: toContent(draft), publishAt: toPublishAt(draft, base) };
    const before = sent.current;
    if (target === null) sent.current = content.content;
    const outcome =
      target === null
        ? await createOnce(content, draftId, before)
        : await changeInformation(target.id, content, target.version);
    if (outcome.kind === 'saved') await onSaved(outcome.information, target);
    else setTrouble(outcome);
  }

  function save(target: StaffInformation | null): void {
    // The second of two taps does nothing.
    if (queryClient.isMutating({ mutationKey: saveKey }) > 0) return;
    setFailure(null);
    if (Object.keys(findFaults(draft, now)).length > 0) {
      setAttempts((count) => count + 1);
      return;
    }
    mutate(target);
  }

  return {
    draft,
    base,
    trouble,
    attempts,
    failure,
    busy: isPending,
    faults: attempts === 0 ? {} : findFaults(draft, now),
    unsaved: isChanged(draft, base, now),
    shownDay: shownDay(draft, base, now),
    edit: (change: Partial<InformationDraft>) => {
      setDraft((before) => ({ ...before, ...change }));
    },
    save: () => {
      save(base);
    },
    overwrite: () => {
      if (trouble?.kind === 'conflict') save(trouble.current);
    },
    saveAsNew: () => {
      save(null);
    },
    loadCurrent: () => {
      if (trouble?.kind !== 'conflict') return;
      setBase(trouble.current);
      setDraft(toDraft(trouble.current, now));
      setTrouble(null);
    },
    keepEditing: () => {
      setTrouble(null);
    },
  } as const;
}
