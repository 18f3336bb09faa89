import { recordReasonLimit } from '@tanren/domain/workouts/workout-records';
import { maxReps, maxSets } from '@tanren/domain/workouts/workouts';
import { countCharacters, isVisible } from '@tanren/domain/text';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { CorrectedSetFields } from '#entities/workouts/corrected-set-fields.tsx';
import { CorrectionPreview } from '#entities/workouts/correction-preview.tsx';
import {
  addSet,
  CorrectionError,
  type EditedSet,
  explainRejectedSet,
  findRejectedSet,
} from '#entities/workouts/correction.ts';
import { describeSets } from '#entities/workouts/record-words.ts';
import { useCorrection } from '#entities/workouts/use-correction.tsx';
import { LeaveWarning } from '#lib/leave-warning.tsx';
import { explainRejection } from '#lib/rejections.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { ConflictPanel } from '#ui/feedback/notices.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { ReasonField, reasonRules } from '#ui/forms/text-area-field.tsx';
import { Note, Stack, Text } from '#ui/layout.tsx';
import { type CorrectedRecord, gone, readLatestRecord, sendCorrection } from './record-changes.ts';
import classes from './workout-records.module.css';

interface CorrectionFormProps {
  readonly start: CorrectedRecord;
  /** Called when the correction is saved and the record's page has been updated. */
  readonly onDone: () => Promise<void>;
}

const reasonLimit = { max: recordReasonLimit, count: countCharacters };
const { rules, clean } = reasonRules(reasonLimit);
const hasWords = (reason: string) => isVisible(reason) || '理由を入力してください';
const reasonField = { rules: [hasWords, ...rules], clean };

const texts = {
  unchanged: '訂正する内容がありません。',
  allRemoved:
    'すべてのセットを削除することはできません。ほかの方の記録の場合は、「自分の記録ではないので外す」をお使いください。',
  gone,
};

/** Edits the reps and loads, next to what the record says now. */
export function CorrectionForm({ start, onDone }: CorrectionFormProps) {
  const queryClient = useQueryClient();
  const { id: workoutId } = start.workout;
  const correction = useCorrection({
    start,
    readWorkout: ({ workout }) => workout,
    reason: reasonField,
    texts,
    explain: explainCorrection,
    send: (sent, { record: { correctedAt } }) =>
      sendCorrection(queryClient, workoutId, { ...sent, correctedAt }),
    readLatest: () => readLatestRecord(queryClient, workoutId),
    onDone,
  });
  const { base, draft: edited, edit, conflict, form, errors, problem, busy } = correction;
  const { workout, record } = base;
  const { sets } = workout;
  const change = (changed: EditedSet) => {
    const isAdded = sets[changed.position] === undefined;
    edit((before) =>
      // An added set that is removed again leaves nothing to restore.
      isAdded && changed.removed
        ? before.filter(({ position }) => position !== changed.position)
        : before.map((set) => (set.position === changed.position ? changed : set)),
    );
  };
  const hasRoom = (edited.at(-1)?.position ?? 0) + 1 < maxSets;
  const { minLoad, maxLoad, loadStep } = record.loads;
  return (
    <Stack
      as="form"
      from={1024}
      gap={16}
      className={classes.form}
      aria-label="記録の訂正"
      {...form}
    >
      <LeaveWarning active={correction.changed} />
      {conflict === null ? null : (
        <ConflictPanel
          key={conflict.latest.record.correctedAt}
          heading="この記録の内容が変更されています"
          editor={correction}
          loadLatestLabel="最新の記録から訂正し直す"
        >
          <p>
            入力している間に、次の内容に変わりました。あなたの訂正はまだ保存されていません。訂正し直すと、セットは最新の記録に置き換わり、理由はそのまま残ります。
          </p>
          <Text raised padding={12}>
            {describeSets(conflict.latest.record.sets)}
          </Text>
        </ConflictPanel>
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
                edit(addSet);
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
        <Stack fit={200} gap={12}>
          <SubmitButton busy={busy} variant={conflict === null ? 'outline' : 'default'}>
            {busy ? '訂正しています…' : '訂正する'}
          </SubmitButton>
        </Stack>
      </Stack>
      {correction.heavyDialog}
    </Stack>
  );
}

/** Explains which set has an impossible value, using the set numbers of the form. */
function explainCorrection(error: unknown, sent: readonly { readonly position: number }[]): string {
  if (error instanceof CorrectionError) return error.message;
  const rejected = findRejectedSet(error, sent);
  if (rejected === null) return explainRejection(error);
  return explainRejectedSet(rejected, {
    loadKg: 'は、このマシンでは設定できない値です。',
    repCount: 'が、トレーニングの時間に対して多すぎます。',
  });
}
