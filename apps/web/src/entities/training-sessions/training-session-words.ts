import type { ReportReason } from '@tanren/domain/training-sessions';

/** Why a session was reported, in the words of whoever reports and of staff. */
export const reportReasonNames = {
  dangerous: '危険な内容',
  offensive: '不快な内容',
  personal: '個人情報',
  spam: '宣伝・迷惑行為',
  other: 'その他',
} as const satisfies Record<ReportReason, string>;
