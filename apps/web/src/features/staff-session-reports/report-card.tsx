import { IconEyeOff } from '@tabler/icons-react';
import type { StaffReport } from '@tanren/contract/staff-session-reports';
import { formatMoment } from '#lib/moments.ts';
import { ReportDecisions } from './report-decisions.tsx';
import { ReportedWords } from './reported-words.tsx';
import { reportReasonNames } from '#lib/report-reason-names.ts';
import { decisionNames } from './report-words.ts';
import classes from './report-card.module.css';

/** Whoever has left is named no more. */
const nameOf = (nickname: string | null) => nickname ?? '退会した会員';

export function ReportCard({ report }: { readonly report: StaffReport }) {
  const { session, reason, comment, reportedAt, reportCount, decision, decidedAt } = report;
  return (
    <article className={classes.card} aria-label={`${report.title}への通報`}>
      <header className={classes.head}>
        <h2 className={classes.reason}>{reportReasonNames[reason]}</h2>
        {reportCount > 1 ? (
          <span className={classes.count}>{reportCount}人が通報しています</span>
        ) : null}
        <time dateTime={reportedAt} className={classes.time}>
          {formatMoment(reportedAt)}
        </time>
      </header>
      <p className={classes.people}>
        通報 {nameOf(report.reporterNickname)}・作成 {nameOf(report.authorNickname)}
      </p>
      {comment === '' ? null : <blockquote className={classes.comment}>{comment}</blockquote>}
      <ReportedWords report={report} />
      {session?.hidden === true ? (
        <p className={classes.state}>
          <IconEyeOff size={20} stroke={1.75} aria-hidden />
          スタッフが非公開にしています
        </p>
      ) : null}
      {decision === null || decidedAt === null ? null : (
        <p className={classes.people}>
          {formatMoment(decidedAt)}に{decisionNames[decision]}
        </p>
      )}
      <ReportDecisions report={report} />
    </article>
  );
}
