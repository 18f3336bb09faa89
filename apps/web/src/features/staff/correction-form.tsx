import type { WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, isStaleVersion } from '#lib/errors.ts';
import { CorrectedSetFields } from '#entities/workouts/corrected-set-fields.tsx';
import { CorrectionPreview } from '#entities/workouts/correction-preview.tsx';
import {
  CorrectionError,
  type EditedSet,
  isChanged,
  listCorrectedSets,
  startCorrection,
} from '#entities/workouts/correction.ts';
import { describeSets } from '#entities/workouts/record-words.ts';
import { type HeavyLoad, HeavyLoadDialog } from '#entities/workouts/heavy-load-dialog.tsx';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { formatMoment } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { DecisionPanel } from '#ui/feedback/notices.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { ReasonField, reasonRules } from '#ui/forms/text-area-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Box, Note, Stack } from '#ui/layout.tsx';
import { explainCorrection, findCorrectableLoads } from './correction.ts';
import { correctWorkoutMutation, readLatestWorkout } from './staff-members.queries.ts';
import classes from './staff-workout.module.css';

interface CorrectionFormProps {
  readonly member: string;
  readonly workout: WorkoutDetail;
  readonly onClose: () => void;
}

const reasonLimit = { max: staffLimits.reason, count: countCharacters };

const fields = { reason: reasonRules(reasonLimit) };

export function CorrectionForm({ member, workout, onClose }: CorrectionFormProps) {
  // The base is the version that staff started from, even if the record is read again later. A
  // colleague's correction is only noticed that way and not overwritten.
  const [base, setBase] = useState(workout);
  const { sets } = base;
  const [edited, setEdited] = useState(() => startCorrection(sets));
  const [latest, setLatest] = useState<WorkoutDetail | null>(null);
  const [heavy, setHeavy] = useState<HeavyLoad | null>(null);
  const heavyConfirmed = useRef(false);
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(correctWorkoutMutation(queryClient, member, workout.id));
  const { form, errors, problem, busy } = useForm({
    fields,
    explain: (error) => ({ text: explainCorrection(error, listCorrectedSets(edited)) }),
    submit: async ({ reason }) => {
      const kept = listCorrectedSets(edited);
      if (!isChanged(sets, edited)) throw new CorrectionError('修正する内容がありません。');
      if (kept.length === 0) {
        throw new CorrectionError(
          'すべてのセットを除くことはできません。記録そのものを削除してください。',
        );
      }
      try {
        await mutateAsync({
          sets: kept,
          reason,
          correctedAt: base.correction?.correctedAt ?? null,
          heavyConfirmed: heavyConfirmed.current,
        });
      } catch (error) {
        const heavyLoads = error instanceof ApiError ? error.problem?.heavy : undefined;
        if (heavyLoads !== undefined) {
          setHeavy({ workoutTypeId: workout.workoutTypeId, ...heavyLoads });
          return;
        }
        if (!isStaleVersion(error)) throw error;
        setLatest(await readLatestWorkout(queryClient, member, workout.id));
        return;
      }
      notifyDone('記録を修正しました', '自己ベストとランキングにも反映されます。');
      onClose();
    },
  });
  const change = (changed: EditedSet) => {
    setEdited(edited.map((set) => (set.position === changed.position ? changed : set)));
  };
  const startFrom = (record: WorkoutDetail) => {
    setBase(record);
    setEdited(startCorrection(record.sets));
    setLatest(null);
  };
  const loads = findCorrectableLoads(workout.workoutTypeId, sets);
  return (
    <Stack as="form" gap={16} aria-label="記録の修正" {...form}>
      <LeaveWarning active={isChanged(sets, edited)} />
      {latest === null ? null : (
        <CorrectionConflict latest={latest} busy={busy} startFrom={startFrom} />
      )}
      <Stack key={base.correction?.correctedAt} as="ol" gap={12}>
        {edited.map((set) => {
          // Staff can remove reps, but cannot add reps that no machine has counted.
          const max = sets[set.position]?.reps.length ?? 1;
          return (
            <li key={set.position}>
              <CorrectedSetFields
                set={set}
                ranges={{ loadKg: loads, repCount: { min: 1, max, step: 1 } }}
                typedLoadStep={0.1}
                now={sets[set.position]}
                note="（回数は減らすことだけできます）"
                onChange={change}
              />
            </li>
          );
        })}
      </Stack>
      <CorrectionPreview workout={base} edited={edited} word="修正" />
      <ReasonField
        name="reason"
        label="修正の理由"
        hint="会員の記録のページに表示されます。"
        error={errors.reason}
        {...reasonLimit}
      />
      <FormError text={problem} />
      <Stack gap={12} className={classes.actions}>
        <SubmitButton busy={busy} variant={latest === null ? 'outline' : 'default'}>
          {busy ? '修正しています…' : '修正を保存する'}
        </SubmitButton>
        <PrimaryButton variant="default" aria-disabled={busy} onClick={busy ? undefined : onClose}>
          やめる
        </PrimaryButton>
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
    </Stack>
  );
}

interface CorrectionConflictProps {
  readonly latest: WorkoutDetail;
  /**
   * Whether a save is under way. It may find another correction, which would bring the panel back.
   */
  readonly busy: boolean;
  readonly startFrom: (latest: WorkoutDetail) => void;
}

/**
 * Shows a colleague's correction. It cannot be overwritten: removed sets do not return, so a
 * correction must start from the sets that are left.
 */
function CorrectionConflict({ latest, busy, startFrom }: CorrectionConflictProps) {
  const { correction, sets } = latest;
  return (
    <DecisionPanel
      key={correction?.correctedAt}
      heading="ほかのスタッフが内容を変更しています"
      actions={
        <PrimaryButton
          aria-disabled={busy}
          onClick={() => {
            if (!busy) startFrom(latest);
          }}
        >
          最新の記録から修正し直す
        </PrimaryButton>
      }
    >
      <p>
        修正を始めたあとに、次の内容で保存されました。あなたの修正はまだ保存されていません。入力した内容はこの画面に残っています。修正し直すと、セットは最新の記録に置き換わり、理由はそのまま残ります。
      </p>
      <Stack as="figure" gap={8} padding={12} className={classes.current}>
        {correction === null ? null : (
          <Note as="figcaption">
            {formatMoment(correction.correctedAt)}の修正　理由：{correction.reason}
          </Note>
        )}
        <Box as="ol">
          {startCorrection(sets).map((set) => (
            <li key={set.position}>
              {set.position + 1}セット目：{describeSets([set])}
            </li>
          ))}
        </Box>
      </Stack>
    </DecisionPanel>
  );
}
