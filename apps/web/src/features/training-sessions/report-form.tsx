import { reportTrainingSession } from '@tanren/contract/training-session-reports';
import { reportCommentLimit } from '@tanren/domain/session-reports';
import { useId } from 'react';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/errors.ts';
import { notifyError } from '#lib/notifier.ts';
import { problemText } from '#lib/problem-text.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { describeField, FieldFrame } from '#ui/field-frame.tsx';
import { FormError } from '#ui/form-error.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { useForm } from '#ui/use-form.ts';
import { isReportReason, reportChoices } from './report-choices.ts';
import classes from './report-form.module.css';

interface ReportFormProps {
  readonly trainingSessionId: number;
  readonly onSent: () => void;
  readonly onDismiss: () => void;
}

const fields = {
  reason: {
    rules: [(reason: string) => isReportReason(reason) || '報告の理由を選んでください'],
  },
  comment: {
    rules: [
      (comment: string) =>
        Array.from(comment).length <= reportCommentLimit ||
        `${reportCommentLimit}文字以内で入力してください`,
    ],
    clean: (text: string) => text.trim(),
  },
};

function explain(error: unknown) {
  if (error instanceof ApiError && error.problem !== null && error.status < 500) {
    return { text: problemText[error.problem.code] };
  }
  notifyError(error);
  return null;
}

export function ReportForm({ trainingSessionId, onSent, onDismiss }: ReportFormProps) {
  const id = useId();
  const { form, errors, problem, busy } = useForm({
    fields,
    explain,
    submit: async ({ reason, comment }) => {
      if (!isReportReason(reason)) return;
      await callApi(reportTrainingSession, {
        params: { trainingSessionId },
        body: { reason, comment },
      });
      onSent();
    },
  });
  const comment = {
    name: 'comment',
    label: 'くわしい内容（任意）',
    error: errors.comment,
    hint: `スタッフだけが読みます。${reportCommentLimit}文字まで。`,
  };
  return (
    <form className={classes.form} {...form}>
      <FormError text={problem} />
      <ChoiceField
        name="reason"
        label="理由"
        kind="radio"
        choices={reportChoices}
        chosen={[]}
        error={errors.reason}
      />
      <FieldFrame id={id} {...comment}>
        <textarea rows={4} className={classes.comment} {...describeField(id, comment)} />
      </FieldFrame>
      <div className={classes.actions}>
        <SubmitButton busy={busy}>{busy ? '送信しています…' : '送信する'}</SubmitButton>
        <PrimaryButton variant="default" onClick={onDismiss}>
          やめる
        </PrimaryButton>
      </div>
    </form>
  );
}
