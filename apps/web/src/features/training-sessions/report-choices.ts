import { reportReasons, type ReportReason } from '@tanren/domain/training-sessions';
import { reportReasonNames } from '#lib/report-reason-names.ts';

export const reportChoices = reportReasons.map((id) => ({ id, label: reportReasonNames[id] }));

export function isReportReason(text: string): text is ReportReason {
  return (reportReasons as readonly string[]).includes(text);
}
