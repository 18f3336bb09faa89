import type { WorkoutDetail } from '@tanren/contract/workouts';
import { countCharacters } from '@tanren/domain/character-count';
import { staffLimits } from '@tanren/domain/staff-limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { FormError } from '#ui/form-error.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { reasonField } from '#ui/reason-dialog.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { TextAreaField } from '#ui/text-area-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { findCorrectableLoads } from './correctable-loads.ts';
import { type EditedSet, isChanged, listCorrectedSets, startCorrection } from './correction.ts';
import { CorrectionFault, explainCorrection } from './explain-correction.ts';
import { CorrectedSetFields } from './corrected-set-fields.tsx';
import { CorrectionPreview } from './correction-preview.tsx';
import { correctWorkoutMutation } from './staff-members.queries.ts';
import classes from './correction-form.module.css';

interface CorrectionFormProps {
  readonly member: string;
  readonly workout: WorkoutDetail;
  readonly onClose: () => void;
}

const fields = {
  reason: reasonField({ most: staffLimits.reason, count: countCharacters, optional: false }),
};

export function CorrectionForm({ member, workout, onClose }: CorrectionFormProps) {
  const { sets } = workout;
  const [edited, setEdited] = useState(() => startCorrection(sets));
  const [length, setLength] = useState(0);
  const { mutateAsync } = useMutation(correctWorkoutMutation(useQueryClient(), member, workout.id));
  const { form, errors, problem, busy } = useForm({
    fields,
    explain: (error) => ({ text: explainCorrection(error, listCorrectedSets(edited)) }),
    submit: async ({ reason }) => {
      const kept = listCorrectedSets(edited);
      if (!isChanged(sets, edited)) throw new CorrectionFault('修正する内容がありません。');
      if (kept.length === 0) {
        throw new CorrectionFault(
          'すべてのセットを除くことはできません。記録そのものを削除してください。',
        );
      }
      await mutateAsync({ sets: kept, reason });
      notifyDone('記録を修正しました', '自己ベストとランキングにも反映されます。');
      onClose();
    },
  });
  const change = (changed: EditedSet) => {
    setEdited(edited.map((set) => (set.position === changed.position ? changed : set)));
  };
  const loads = findCorrectableLoads(workout.workoutTypeId, sets);
  return (
    <form className={classes.form} aria-label="記録の修正" {...form}>
      <ol className={classes.sets}>
        {edited.map((set) => (
          <li key={set.position}>
            <CorrectedSetFields
              set={set}
              repsThere={sets[set.position]?.reps.length ?? 1}
              loads={loads}
              onChange={change}
            />
          </li>
        ))}
      </ol>
      <CorrectionPreview workout={workout} edited={edited} />
      <TextAreaField
        name="reason"
        label="修正の理由"
        hint={errors.reason === undefined ? '会員の記録のページに表示されます。' : undefined}
        error={errors.reason}
        length={length}
        most={staffLimits.reason}
        onChange={(event) => {
          setLength(countCharacters(event.target.value.trim()));
        }}
      />
      <FormError text={problem} />
      <div className={classes.actions}>
        <SubmitButton busy={busy}>{busy ? '修正しています…' : '修正を保存する'}</SubmitButton>
        <PrimaryButton variant="default" aria-disabled={busy} onClick={busy ? undefined : onClose}>
          やめる
        </PrimaryButton>
      </div>
    </form>
  );
}
