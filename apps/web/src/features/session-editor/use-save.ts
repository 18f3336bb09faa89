import type { TrainingSession } from '@tanren/contract/training-sessions';
import { useRef, useState } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { dropDraft } from './draft-storage.ts';
import type { SaveOutcome } from './save-session.ts';
import type { Trouble } from './start-editing.ts';

interface SaveOptions {
  readonly draftKey: string;
  readonly onSaved: (session: TrainingSession) => Promise<void>;
  readonly onTrouble: (trouble: Trouble) => void;
  readonly onFailure: (error: unknown) => void;
}

/** One save at a time, and after it the page of what was saved. */
export function useSave({ draftKey, onSaved, onTrouble, onFailure }: SaveOptions) {
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState(false);
  // State is too late for the second tap of a double tap.
  const isBusy = useRef(false);

  async function show(session: TrainingSession): Promise<void> {
    setSaved(true);
    dropDraft(draftKey);
    notifyDone('保存しました', `「${session.title}」を保存しました。`);
    await onSaved(session);
  }

  async function run(save: () => Promise<SaveOutcome>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      const outcome = await save();
      if (outcome.kind === 'saved') await show(outcome.session);
      else onTrouble(outcome);
    } catch (error) {
      onFailure(error);
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  }

  return { busy, saved, run };
}
