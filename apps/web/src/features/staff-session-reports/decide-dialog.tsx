import type { ReportDecision } from '@tanren/contract/staff-session-reports';
import { countCharacters } from '@tanren/domain/text';
import { staffLimits } from '@tanren/domain/staff-texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { explainRefusal } from '#lib/explain-refusal.ts';
import { notifyDone } from '#lib/notifier.ts';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { decisionWords } from './report-words.ts';
import { decideReportMutation } from './staff-session-reports.queries.ts';

interface DecideDialogProps {
  readonly reportId: number;
  readonly title: string;
  readonly decision: ReportDecision;
  readonly onDismiss: () => void;
}

export function DecideDialog({ reportId, title, decision, onDismiss }: DecideDialogProps) {
  const words = decisionWords[decision];
  const { mutateAsync } = useMutation(decideReportMutation(useQueryClient(), reportId));
  return (
    <ReasonDialog
      title={words.title}
      lead={
        <>
          <p>「{title}」</p>
          <p>{words.lead}</p>
        </>
      }
      label="理由"
      hint={words.hint}
      most={staffLimits.reason}
      count={countCharacters}
      optional={words.optional}
      confirm={words.confirm}
      confirming={words.confirming}
      explain={explainRefusal}
      submit={async (reason) => {
        await mutateAsync({ decision, reason });
        notifyDone(words.done, words.doneText);
        onDismiss();
      }}
      onDismiss={onDismiss}
    />
  );
}
