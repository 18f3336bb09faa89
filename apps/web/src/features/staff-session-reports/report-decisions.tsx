import type { ReportDecision, StaffReport } from '@tanren/contract/staff-session-reports';
import { useState } from 'react';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { listDecisions } from './list-decisions.ts';
import { decisionWords } from './report-words.ts';
import classes from './report-decisions.module.css';

export function ReportDecisions({ report }: { readonly report: StaffReport }) {
  const [asking, setAsking] = useState<ReportDecision | null>(null);
  const decisions = listDecisions(report);
  if (decisions.length === 0) return null;
  return (
    <div className={classes.actions}>
      {decisions.map((decision) => (
        <PrimaryButton
          key={decision}
          variant={decision === 'hide' ? 'outline' : 'default'}
          onClick={() => {
            setAsking(decision);
          }}
        >
          {decisionWords[decision].ask}
        </PrimaryButton>
      ))}
      {asking === null ? null : (
        <DecideDialog
          reportId={report.id}
          title={report.session?.title ?? report.title}
          decision={asking}
          onDismiss={() => {
            setAsking(null);
          }}
        />
      )}
    </div>
  );
}
