import type { WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError } from '#lib/errors.ts';
import { useVersionedDraft } from '#lib/use-versioned-draft.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { DecisionPanel } from '#ui/feedback/notices.tsx';
import { type FieldSpec, useForm } from '#ui/forms/use-form.ts';
import { CorrectionError, isChanged, listCorrectedSets, startCorrection } from './correction.ts';
import { type HeavyLoad, HeavyLoadDialog } from './heavy-load-dialog.tsx';

type SentSets = ReturnType<typeof listCorrectedSets>;

interface SentCorrection {
  readonly sets: SentSets;
  readonly reason: string;
  readonly heavyConfirmed: boolean;
}

interface CorrectionOptions<Base> {
  readonly start: Base;
  readonly readWorkout: (record: Base) => WorkoutDetail;
  readonly reason: FieldSpec;
  readonly texts: {
    readonly unchanged: string;
    readonly allRemoved: string;
    /** Shown when the record was deleted elsewhere. */
    readonly gone: string;
  };
  readonly send: (correction: SentCorrection, base: Base) => Promise<unknown>;
  /** Returns `null` when the record was deleted elsewhere. */
  readonly readLatest: () => Promise<Base | null>;
  readonly explain: (error: unknown, sent: SentSets) => string;
  readonly onDone: () => void | Promise<void>;
}

/** Corrects the sets of a record, starting again when it was changed elsewhere. */
export function useCorrection<Base>(options: CorrectionOptions<Base>) {
  const { readWorkout, texts, onDone } = options;
  const { base, draft, edit, latest, save, loadLatest } = useVersionedDraft(
    options.start,
    (record: Base) => startCorrection(readWorkout(record).sets),
  );
  const { sets, workoutTypeId } = readWorkout(base);
  const [heavy, setHeavy] = useState<HeavyLoad | null>(null);
  const heavyConfirmed = useRef(false);
  const changed = isChanged(sets, draft);
  const readLatest = async (): Promise<Base> => {
    const found = await options.readLatest();
    if (found === null) throw new CorrectionError(texts.gone);
    return found;
  };
  const { form, errors, problem, busy } = useForm({
    fields: { reason: options.reason },
    explain: (error) => ({ text: options.explain(error, listCorrectedSets(draft)) }),
    submit: async ({ reason }) => {
      const kept = listCorrectedSets(draft);
      if (!changed) throw new CorrectionError(texts.unchanged);
      if (kept.length === 0) throw new CorrectionError(texts.allRemoved);
      const sent = { sets: kept, reason, heavyConfirmed: heavyConfirmed.current };
      try {
        if (!(await save(() => options.send(sent, base), readLatest))) return;
      } catch (error) {
        const found = error instanceof ApiError ? error.problem?.heavy : undefined;
        if (found === undefined) throw error;
        setHeavy({ workoutTypeId, ...found });
        return;
      }
      await onDone();
    },
  });
  return {
    base,
    edited: draft,
    edit,
    changed,
    latest,
    loadLatest,
    form,
    errors,
    problem,
    busy,
    heavyDialog:
      heavy === null ? null : (
        <HeavyLoadDialog
          loads={[heavy]}
          onConfirm={() => {
            setHeavy(null);
            heavyConfirmed.current = true;
            form.ref.current?.requestSubmit();
            heavyConfirmed.current = false;
          }}
          onDismiss={() => {
            setHeavy(null);
          }}
        />
      ),
  } as const;
}

interface CorrectionConflictProps {
  readonly heading: string;
  readonly restart: string;
  /** Whether a save is under way. It may find another change, which would bring the panel back. */
  readonly busy: boolean;
  readonly onRestart: () => void;
  /** The record as it was saved elsewhere. */
  readonly children: ReactNode;
}

/**
 * Shows a record that was changed elsewhere. It cannot be overwritten: removed sets do not return,
 * so a correction must start from the sets that are left.
 */
export function CorrectionConflict(props: CorrectionConflictProps) {
  const { heading, restart, busy, onRestart, children } = props;
  return (
    <DecisionPanel
      heading={heading}
      actions={
        <PrimaryButton aria-disabled={busy} onClick={busy ? undefined : onRestart}>
          {restart}
        </PrimaryButton>
      }
    >
      {children}
    </DecisionPanel>
  );
}
