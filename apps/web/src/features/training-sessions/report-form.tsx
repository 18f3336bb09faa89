import { reportTrainingSession } from '@tanren/contract/training-session-reports';
import { countCharacters } from '@tanren/domain/text';
import { reportCommentLimit } from '@tanren/domain/training-sessions';
import { callApi } from '#lib/api.ts';
import { explainRefusal } from '#lib/explain-refusal.ts';
import { ChoiceField } from '#ui/choice-field.tsx';
import { FormDialog } from '#ui/form-dialog.tsx';
import { ReasonField, reasonRules } from '#ui/reason-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { isReportReason, reportChoices } from './report-choices.ts';

interface ReportFormProps {
  readonly trainingSessionId: number;
  readonly onSent: () => void;
  readonly onDismiss: () => void;
}

const commentLimit = { most: reportCommentLimit, count: countCharacters };
const fields = {
  reason: {
    rules: [(reason: string) => isReportReason(reason) || '報告の理由を選んでください'],
  },
  comment: reasonRules({ ...commentLimit, optional: true }),
};

export function ReportForm({ trainingSessionId, onSent, onDismiss }: ReportFormProps) {
  const { form, errors, problem, busy } = useForm({
    fields,
    explain: (error) => ({ text: explainRefusal(error) }),
    submit: async ({ reason, comment }) => {
      if (!isReportReason(reason)) return;
      await callApi(reportTrainingSession, {
        params: { trainingSessionId },
        body: { reason, comment },
      });
      onSent();
    },
  });
  return (
    <FormDialog
      title="このセッションを報告する"
      form={form}
      problem={problem}
      busy={busy}
      confirm="送信する"
      confirming="送信しています…"
      onDismiss={onDismiss}
    >
      <ChoiceField
        name="reason"
        label="理由"
        kind="radio"
        choices={reportChoices}
        chosen={[]}
        error={errors.reason}
      />
      <ReasonField
        name="comment"
        label="くわしい内容（任意）"
        hint="スタッフだけが読みます。"
        error={errors.comment}
        {...commentLimit}
      />
    </FormDialog>
  );
}
