import { IconEyeOff } from '@tabler/icons-react';
import type { ReportDecision, StaffReport } from '@tanren/contract/menus/staff-menu-reports';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explainRejection } from '#lib/rejections.ts';
import { formatMoment } from '#lib/dates.ts';
import { notifyDone } from '#lib/notifier.ts';
import { reportReasonNames } from '#entities/menus/menu-words.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx';
import { tableRow } from '#ui/lists/table-list.tsx';
import { decisionNames, decisionWords, listDecisions } from './report-words.ts';
import classes from './staff-menu-reports.module.css';
import { decideReportMutation } from './staff-menu-reports.queries.ts';

/** Returns the nickname. A member who has deleted the account is no longer named. */
const nameOf = (nickname: string | null) => nickname ?? 'アカウントを削除した会員';

export function ReportCard({ report }: { readonly report: StaffReport }) {
  const { session, reason, comment, reportedAt, reportCount, decision, decidedAt } = report;
  return (
    <article className={`${tableRow} ${classes.card}`} aria-label={`${report.title}への報告`}>
      <div className={classes.about}>
        <header className={classes.head}>
          <h2 className={classes.reason}>{reportReasonNames[reason]}</h2>
          {reportCount > 1 ? (
            <span className={classes.count}>{reportCount}人が報告しています</span>
          ) : null}
          <time dateTime={reportedAt} className={classes.time}>
            {formatMoment(reportedAt)}
          </time>
        </header>
        <p className={classes.people}>
          報告 {nameOf(report.reporterNickname)}・作成 {nameOf(report.authorNickname)}
        </p>
      </div>
      {comment === '' ? null : <blockquote className={classes.comment}>{comment}</blockquote>}
      <ReportedWords report={report} />
      <div className={classes.outcome}>
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
      </div>
    </article>
  );
}

/** Shows the reported text next to the current one, or a single text when it has not changed. */
function ReportedWords({ report }: { readonly report: StaffReport }) {
  const { session, title, description } = report;
  const isSame = session !== null && session.title === title && session.description === description;
  return (
    <div className={classes.columns}>
      <Words heading={isSame ? '報告時から変更なし' : '報告された時'} {...{ title, description }}>
        {isSame ? <Tags tags={session.tags} /> : null}
      </Words>
      {isSame ? null : session === null ? (
        <section className={classes.words}>
          <h3 className={classes.heading}>現在</h3>
          <p className={classes.gone}>このメニューは削除されています。</p>
        </section>
      ) : (
        <Words heading="現在" title={session.title} description={session.description}>
          <Tags tags={session.tags} />
        </Words>
      )}
    </div>
  );
}

interface WordsProps {
  readonly heading: string;
  readonly title: string;
  readonly description: string;
  readonly children?: ReactNode;
}

function Words({ heading, title, description, children }: WordsProps) {
  return (
    <section className={classes.words}>
      <h3 className={classes.heading}>{heading}</h3>
      <p className={classes.title}>{title}</p>
      {description === '' ? null : <p className={classes.description}>{description}</p>}
      {children}
    </section>
  );
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  return tags.length === 0 ? null : (
    <p className={classes.tags}>{tags.map((tag) => `#${tag}`).join(' ')}</p>
  );
}

function ReportDecisions({ report }: { readonly report: StaffReport }) {
  const [pendingAction, setPendingAction] = useState<ReportDecision | null>(null);
  const decisions = listDecisions(report);
  if (decisions.length === 0) return null;
  return (
    <div className={classes.actions}>
      {decisions.map((decision) => (
        <PrimaryButton
          key={decision}
          variant="default"
          onClick={() => {
            setPendingAction(decision);
          }}
        >
          {decisionWords[decision].ask}
        </PrimaryButton>
      ))}
      {pendingAction === null ? null : (
        <DecideDialog
          reportId={report.id}
          title={report.session?.title ?? report.title}
          decision={pendingAction}
          onDismiss={() => {
            setPendingAction(null);
          }}
        />
      )}
    </div>
  );
}

interface DecideDialogProps {
  readonly reportId: number;
  readonly title: string;
  readonly decision: ReportDecision;
  readonly onDismiss: () => void;
}

function DecideDialog({ reportId, title, decision, onDismiss }: DecideDialogProps) {
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
      max={staffLimits.reason}
      count={countCharacters}
      optional={words.optional}
      confirm={words.confirm}
      confirming={words.confirming}
      explain={explainRejection}
      submit={async (reason) => {
        await mutateAsync({ decision, reason });
        notifyDone(words.done, words.doneText);
        onDismiss();
      }}
      onDismiss={onDismiss}
    />
  );
}
