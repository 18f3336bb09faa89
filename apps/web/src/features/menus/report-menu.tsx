import { IconFlag } from '@tabler/icons-react';
import { reportTrainingSession } from '@tanren/contract/menus/menus';
import { countCharacters } from '@tanren/domain/text';
import { reportCommentLimit, type ReportReason, reportReasons } from '@tanren/domain/menus/menus';
import { useState } from 'react';
import { reportReasonNames } from '#entities/menus/menu-words.ts';
import { callApi } from '#lib/api.ts';
import { explainRejection } from '#lib/rejections.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Modal } from '#ui/dialogs/dialogs.tsx';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { ChoiceField } from '#ui/forms/choice-fields.tsx';
import { ReasonField, reasonRules } from '#ui/forms/text-area-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Box } from '#ui/layout.tsx';
import { MenuButton } from '#ui/lists/menu-section.tsx';

/** Reports another member's menu to staff. */
export function ReportRow({ trainingSessionId }: { readonly trainingSessionId: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <MenuButton
        Icon={IconFlag}
        label="問題を報告する"
        onClick={() => {
          setOpen(true);
        }}
      />
      {open ? (
        <ReportDialog
          trainingSessionId={trainingSessionId}
          onDismiss={() => {
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

interface ReportDialogProps {
  readonly trainingSessionId: number;
  /** Also called for the Escape key and the back gesture of a phone. */
  readonly onDismiss: () => void;
}

/** Asks what is wrong with a menu and confirms the report. */
function ReportDialog({ trainingSessionId, onDismiss }: ReportDialogProps) {
  const [sent, setSent] = useState(false);
  if (!sent) {
    return (
      <ReportForm
        trainingSessionId={trainingSessionId}
        onSent={() => {
          setSent(true);
        }}
        onDismiss={onDismiss}
      />
    );
  }
  return (
    <Modal
      title="ご報告ありがとうございます"
      lead="スタッフが内容を確認し、必要に応じて対応します。"
      onDismiss={onDismiss}
    >
      <Box above={24}>
        <PrimaryButton variant="default" onClick={onDismiss}>
          閉じる
        </PrimaryButton>
      </Box>
    </Modal>
  );
}

const reportChoices = reportReasons.map((id) => ({ id, label: reportReasonNames[id] }));

function isReportReason(text: string): text is ReportReason {
  return (reportReasons as readonly string[]).includes(text);
}

interface ReportFormProps {
  readonly trainingSessionId: number;
  readonly onSent: () => void;
  readonly onDismiss: () => void;
}

const commentLimit = { max: reportCommentLimit, count: countCharacters };

const fields = {
  reason: {
    rules: [(reason: string) => isReportReason(reason) || '報告の理由を選んでください'],
  },
  comment: reasonRules({ ...commentLimit, optional: true }),
};

function ReportForm({ trainingSessionId, onSent, onDismiss }: ReportFormProps) {
  const { form, errors, problem, busy } = useForm({
    fields,
    explain: (error) => ({ text: explainRejection(error) }),
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
      title="このメニューを報告する"
      form={form}
      problem={problem}
      busy={busy}
      confirm="送信する"
      confirming="送信しています…"
      cancel="報告しない"
      Icon={null}
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
