import type { WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { useRef, useState } from 'react';
import { ApiError } from '#lib/errors.ts';
import { useVersionedDraft } from '#lib/use-versioned-draft.ts';
import { type FieldSpec, useForm } from '#ui/forms/use-form.ts';
import { CorrectionError, isChanged, listCorrectedSets, startCorrection } from './correction.ts';
import { type HeavyLoad, HeavyLoadDialog } from './heavy-load-dialog.tsx';

type SentSets = ReturnType<typeof listCorrectedSets>;

interface SentCorrection {
  readonly sets: SentSets;
  readonly reason: string;
  readonly heavyConfirmed: boolean;
}

interface CorrectionOptions<Base extends object> {
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

/**
 * Corrects the sets of a record. One that was changed elsewhere cannot be overwritten: removed sets
 * do not return, so a correction must start again from the sets that are left.
 */
export function useCorrection<Base extends object>(options: CorrectionOptions<Base>) {
  const { readWorkout, texts } = options;
  const editor = useVersionedDraft(options.start, (record: Base) =>
    startCorrection(readWorkout(record).sets),
  );
  const { base, draft } = editor;
  const { sets, workoutTypeId } = readWorkout(base);
  const [heavy, setHeavy] = useState<HeavyLoad | null>(null);
  const heavyConfirmed = useRef(false);
  const changed = isChanged(sets, draft);
  const { form, errors, problem } = useForm({
    fields: { reason: options.reason },
    explain: (error) => ({ text: options.explain(error, listCorrectedSets(draft)) }),
    submit: async ({ reason }) => {
      const kept = listCorrectedSets(draft);
      if (!changed) throw new CorrectionError(texts.unchanged);
      if (kept.length === 0) throw new CorrectionError(texts.allRemoved);
      const sent = { sets: kept, reason, heavyConfirmed: heavyConfirmed.current };
      try {
        await editor.save({
          send: async (record) => {
            await options.send(sent, record);
            await options.onDone();
          },
          readLatest: options.readLatest,
        });
      } catch (error) {
        const found = error instanceof ApiError ? error.problem?.heavy : undefined;
        if (found === undefined) throw error;
        setHeavy({ workoutTypeId, ...found });
      }
    },
  });
  return {
    ...editor,
    changed,
    form,
    errors,
    problem: problem ?? (editor.isDeletedElsewhere ? texts.gone : null),
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
