import type { StaffInformation } from '@tanren/contract/staff-informations';
import { useRef, useState } from 'react';
import { makeUuid } from '#lib/make-uuid.ts';
import { useNow } from '#lib/use-now.ts';
import { explainRefusal } from '#lib/explain-refusal.ts';
import {
  findFaults,
  type InformationDraft,
  isChanged,
  newDraft,
  shownDay,
  toDraft,
  toPublishAt,
} from './information-draft.ts';
import { changeInformation, createOnce, type Trouble } from './save-information.ts';

interface EditorOptions {
  /** null: a new one. */
  readonly information: StaffInformation | null;
  /** With what it replaced; null: nothing. */
  readonly onSaved: (saved: StaffInformation, replaced: StaffInformation | null) => Promise<void>;
}

export type InformationEditor = ReturnType<typeof useInformationEditor>;

const stepMs = 10_000;

export function useInformationEditor({ information, onSaved }: EditorOptions) {
  const now = new Date(useNow(stepMs));
  /** What was read of it last; null: there is none, or none any more. */
  const [base, setBase] = useState(information);
  const [draft, setDraft] = useState<InformationDraft>(() =>
    information === null ? newDraft(now) : toDraft(information, now),
  );
  /** Of what is to become a new one. */
  const [draftId] = useState(makeUuid);
  /** What of it may have arrived, without an answer. */
  const sent = useRef<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  /** Grows with each attempt that found something wrong. */
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // State is too late for the second tap of a double tap.
  const isBusy = useRef(false);

  async function send(target: StaffInformation | null): Promise<void> {
    const content = { content: draft.content, publishAt: toPublishAt(draft, base) };
    const before = sent.current;
    if (target === null) sent.current = draft.content;
    const outcome =
      target === null
        ? await createOnce(content, draftId, before)
        : await changeInformation(target.id, content, target.version);
    if (outcome.kind === 'saved') await onSaved(outcome.information, target);
    else setTrouble(outcome);
  }

  async function trySending(target: StaffInformation | null): Promise<void> {
    if (isBusy.current) return;
    setFailure(null);
    if (Object.keys(findFaults(draft, now)).length > 0) {
      setAttempts((count) => count + 1);
      return;
    }
    isBusy.current = true;
    setBusy(true);
    await send(target).catch((error: unknown) => {
      setFailure(explainRefusal(error));
    });
    isBusy.current = false;
    setBusy(false);
  }

  return {
    draft,
    base,
    trouble,
    attempts,
    failure,
    busy,
    faults: attempts === 0 ? {} : findFaults(draft, now),
    unsaved: isChanged(draft, base, now),
    shownDay: shownDay(draft, base, now),
    edit: (change: Partial<InformationDraft>) => {
      setDraft((before) => ({ ...before, ...change }));
    },
    save: () => void trySending(base),
    overwrite: () => {
      if (trouble?.kind === 'conflict') void trySending(trouble.current);
    },
    saveAsNew: () => void trySending(null),
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
