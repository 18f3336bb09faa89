import { reportReasons, type ReportReason } from '@tanren/domain/session-reports';

const names = {
  dangerous: '危険な内容',
  offensive: '不快な内容',
  personal: '個人情報',
  spam: '宣伝・迷惑行為',
  other: 'その他',
} as const satisfies Record<ReportReason, string>;

export const reportChoices = reportReasons.map((id) => ({ id, label: names[id] }));

export function isReportReason(text: string): text is ReportReason {
  return (reportReasons as readonly string[]).includes(text);
}
