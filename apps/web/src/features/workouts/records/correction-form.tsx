import { recordReasonLimit } from '@tanren/domain/workouts/workout-records';
import { maxSets } from '@tanren/domain/workouts/workouts';
import { countCharacters, isVisible } from '@tanren/domain/text';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CorrectedSetFields } from '#entities/workouts/corrected-set-fields.tsx';
import { CorrectionPreview } from '#entities/workouts/correction-preview.tsx';
import {
  addSet,
  CorrectionError,
  type EditedSet,
  explainRejectedSet,
  findRejectedSet,
  isChanged,
  listCorrectedSets,
  startCorrection,
} from '#entities/workouts/correction.ts';
import { describeSets } from '#entities/workouts/record-words.ts';
import { type HeavyLoad, HeavyLoadDialog } from '#entities/workouts/heavy-load-dialog.tsx';
import { ApiError, isApiError, isStaleVersion } from '#lib/errors.ts';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { explainRejection } from '#lib/rejections.ts';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { DecisionPanel } from '#ui/feedback/notices.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { ReasonField, reasonRules } from '#ui/forms/text-area-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Columns, Note, Stack } from '#ui/layout.tsx';
import { type CorrectedRecord, readLatestRecord, sendCorrection } from './record-changes.ts';
import classes from './workout-records.module.css';

interface CorrectionFormProps {
  readonly start: CorrectedRecord;
  /** Called when the correction is saved and the record's page has been updated. */
  readonly onDone: () => Promise<void>;
}

const reasonLimit = { max: recordReasonLimit, count: countCharacters };
const { rules, clean } = reasonRules(reasonLimit);
const hasWords = (reason: string) => isVisible(reason) || '理由を入力してください';
const fields = { reason: { rules: [hasWords, ...rules], clean } };

/**
 * Maximum number of reps in one set of the form. The server checks how many fit into the duration
 * of the bout.
 */
const maxReps = 200;

/** Edits the reps and loads, next to what the record says now. */
export function CorrectionForm({ start, onDone }: CorrectionFormProps) {
  // The base is the version that the member started from, even if the record is read again later. A
  // correction from another device is only noticed that way.
  const [base, setBase] = useState(start);
  const { workout, record } = base;
  const { sets } = workout;
  const [edited, setEdited] = useState(() => startCorrection(sets));
  const [latest, setLatest] = useState<CorrectedRecord | null>(null);
  const [heavy, setHeavy] = useState<HeavyLoad | null>(null);
  const heavyConfirmed = useRef(false);
  const queryClient = useQueryClient();
  const { form, errors, problem, busy } = useForm({
    fields,
    explain: (error) => ({ text: explainCorrection(error, listCorrectedSets(edited)) }),
    submit: async ({ reason }) => {
      const kept = listCorrectedSets(edited);
      if (!isChanged(sets, edited)) throw new CorrectionError('訂正する内容がありません。');
      if (kept.length === 0) {
        throw new CorrectionError(
          'すべてのセットを除くことはできません。ほかの方の記録の場合は、「自分の記録ではありません」をお使いください。',
        );
      }
      try {
        await sendCorrection(queryClient, workout.id, {
          sets: kept,
          reason,
          correctedAt: record.correctedAt,
          heavyConfirmed: heavyConfirmed.current,
        });
      } catch (error) {
        const heavyLoads = error instanceof ApiError ? error.problem?.heavy : undefined;
        if (heavyLoads !== undefined) {
          setHeavy({ workoutTypeId: workout.workoutTypeId, ...heavyLoads });
          return;
        }
        if (!isStaleVersion(error)) throw error;
        const found = await readLatestRecord(queryClient, workout.id);
        if (found === null) throw new CorrectionError(gone);
        setLatest(found);
        return;
      }
      await onDone();
    },
  });
  const change = (changed: EditedSet) => {
    const isAdded = sets[changed.position] === undefined;
    setEdited(
      // An added set that is removed again leaves nothing to restore.
      isAdded && changed.removed
        ? edited.filter(({ position }) => position !== changed.position)
        : edited.map((set) => (set.position === changed.position ? changed : set)),
    );
  };
  const hasRoom = (edited.at(-1)?.position ?? 0) + 1 < maxSets;
  const { minLoad, maxLoad, loadStep } = record.loads;
  return (
    <Columns
      as="form"
      from={1024}
      gap={16}
      className={classes.form}
      aria-label="記録の訂正"
      {...form}
    >
      <LeaveWarning active={isChanged(sets, edited)} />
      {latest === null ? null : (
        <CorrectionConflict
          latest={latest}
          busy={busy}
          startFrom={(found) => {
            setBase(found);
            setEdited(startCorrection(found.workout.sets));
            setLatest(null);
          }}
        />
      )}
      <Stack key={record.correctedAt} as="ol" gap={12}>
        {edited.map((set) => (
          <li key={set.position}>
            <CorrectedSetFields
              set={set}
              ranges={{
                loadKg: { min: minLoad, max: maxLoad, step: loadStep },
                repCount: { min: 1, max: maxReps, step: 1 },
              }}
              now={sets[set.position]}
              note={sets[set.position] === undefined ? '追加したセットです。' : ''}
              onChange={change}
            />
          </li>
        ))}
        {hasRoom ? (
          <li>
            <PlainButton
              onClick={() => {
                setEdited(addSet(edited));
              }}
            >
              <IconPlus size={20} stroke={1.75} aria-hidden />
              セットを追加する
            </PlainButton>
          </li>
        ) : null}
      </Stack>
      <Stack gap={16}>
        <CorrectionPreview workout={workout} edited={edited} word="訂正" />
        <ReasonField
          name="reason"
          label="訂正の理由"
          hint="スタッフが確認するときに読みます。"
          error={errors.reason}
          {...reasonLimit}
        />
        <Note>
          スタッフが確認するまで、自己ベストや次回の重量には元の記録を使い、ランキングには載りません。
        </Note>
        <FormError text={problem} />
        <Stack gap={12} className={classes.actions}>
          <SubmitButton busy={busy} variant={latest === null ? 'outline' : 'default'}>
            {busy ? '訂正しています…' : '訂正する'}
          </SubmitButton>
        </Stack>
      </Stack>
      {heavy === null ? null : (
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
      )}
    </Columns>
  );
}

const gone = 'この記録は、ほかの端末で記録から外されたか、スタッフが削除しました。';

/** Explains which set has an impossible value, using the set numbers of the form. */
function explainCorrection(error: unknown, sent: readonly { readonly position: number }[]): string {
  if (error instanceof CorrectionError) return error.message;
  if (isApiError(error, 404)) return gone;
  const rejected = findRejectedSet(error, sent);
  if (rejected === null) return explainRejection(error);
  return explainRejectedSet(rejected, {
    loadKg: 'は、このマシンでは設定できない値です。',
    repCount: 'が、トレーニングの時間に対して多すぎます。',
  });
}

interface CorrectionConflictProps {
  readonly latest: CorrectedRecord;
  /** Whether a save is under way. It may find another change, which would bring the panel back. */
  readonly busy: boolean;
  readonly startFrom: (latest: CorrectedRecord) => void;
}

/**
 * Shows that staff, or the member on another device, have changed the record. The form continues
 * from the latest version.
 */
function CorrectionConflict({ latest, busy, startFrom }: CorrectionConflictProps) {
  return (
    <DecisionPanel
      key={latest.record.correctedAt}
      heading="この記録の内容が変更されています"
      actions={
        <PrimaryButton
          aria-disabled={busy}
          onClick={() => {
            if (!busy) startFrom(latest);
          }}
        >
          最新の記録から訂正し直す
        </PrimaryButton>
      }
    >
      <p>
        入力している間に、次の内容に変わりました。あなたの訂正はまだ保存されていません。訂正し直すと、セットは最新の記録に置き換わり、理由はそのまま残ります。
      </p>
      <p className={classes.current}>{describeSets(latest.record.sets)}</p>
    </DecisionPanel>
  );
}
