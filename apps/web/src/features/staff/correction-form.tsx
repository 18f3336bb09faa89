import type { WorkoutDetail } from '@tanren/contract/workouts/workouts';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CorrectedSetFields } from '#entities/workouts/corrected-set-fields.tsx';
import { CorrectionPreview } from '#entities/workouts/correction-preview.tsx';
import { type EditedSet, startCorrection } from '#entities/workouts/correction.ts';
import { describeSets } from '#entities/workouts/record-words.ts';
import { useCorrection } from '#entities/workouts/use-correction.tsx';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { formatMoment } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { ConflictPanel } from '#ui/feedback/notices.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { ReasonField, reasonRules } from '#ui/forms/text-area-field.tsx';
import { Box, Note, Stack } from '#ui/layout.tsx';
import { explainCorrection, findCorrectableLoads } from './correction.ts';
import { correctWorkoutMutation, readLatestWorkout } from './staff-members.queries.ts';

interface CorrectionFormProps {
  readonly member: string;
  readonly workout: WorkoutDetail;
  readonly onClose: () => void;
}

const reasonLimit = { max: staffLimits.reason, count: countCharacters };

const texts = {
  unchanged: '修正する内容がありません。',
  allRemoved: 'すべてのセットを削除することはできません。記録そのものを削除してください。',
  gone: 'この記録は、ほかのスタッフが削除しています。',
};

export function CorrectionForm({ member, workout, onClose }: CorrectionFormProps) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(correctWorkoutMutation(queryClient, member, workout.id));
  const correction = useCorrection({
    start: workout,
    readWorkout: (detail) => detail,
    reason: reasonRules(reasonLimit),
    texts,
    explain: explainCorrection,
    send: (sent, base) =>
      mutateAsync({ ...sent, correctedAt: base.correction?.correctedAt ?? null }),
    readLatest: () => readLatestWorkout(queryClient, member, workout.id),
    onDone: () => {
      notifyDone('記録を修正しました', '自己ベストとランキングにも反映されます。');
      onClose();
    },
  });
  const { base, draft: edited, edit, conflict, form, errors, problem, busy } = correction;
  const { sets } = base;
  const change = (changed: EditedSet) => {
    edit((before) => before.map((set) => (set.position === changed.position ? changed : set)));
  };
  const loads = findCorrectableLoads(workout.workoutTypeId, sets);
  return (
    <Stack as="form" gap={16} aria-label="記録の修正" {...form}>
      <LeaveWarning active={correction.changed} />
      {conflict === null ? null : (
        <ConflictPanel
          key={conflict.latest.correction?.correctedAt}
          heading="ほかのスタッフが内容を変更しています"
          editor={correction}
          loadLatestLabel="最新の記録から修正し直す"
        >
          <p>
            修正を始めたあとに、次の内容で保存されました。あなたの修正はまだ保存されていません。入力した内容はこの画面に残っています。修正し直すと、セットは最新の記録に置き換わり、理由はそのまま残ります。
          </p>
          <LatestCorrection latest={conflict.latest} />
        </ConflictPanel>
      )}
      <Stack key={base.correction?.correctedAt} as="ol" fit={340} gap={12}>
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
      <Stack fit={200} gap={12}>
        <SubmitButton busy={busy} variant={conflict === null ? 'outline' : 'default'}>
          {busy ? '修正しています…' : '修正を保存する'}
        </SubmitButton>
        <PrimaryButton variant="default" aria-disabled={busy} onClick={busy ? undefined : onClose}>
          やめる
        </PrimaryButton>
      </Stack>
      {correction.heavyDialog}
    </Stack>
  );
}

/** Shows a colleague's correction. */
function LatestCorrection({ latest }: { readonly latest: WorkoutDetail }) {
  const { correction, sets } = latest;
  return (
    <Stack as="figure" gap={8} raised padding={12}>
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
  );
}
